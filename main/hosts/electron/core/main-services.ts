/** What Electron's main process does for the core: dialogs, printing, clipboard, log, desktop. */
import type { Desktop, LogLines, OpenLink } from '../../../infrastructure/ports.ts';
import { type Answer, refusal } from '../../common/refusal.ts';
import type { Question, ToCore, ToMain } from './messages.ts';

export type MainServices = {
  /** Absent: nothing is logged. */
  readonly lines: Pick<LogLines, 'write'> | undefined;
  readonly desktop: Desktop;
  readonly askWhere: (name: string) => Promise<string | undefined>;
  readonly chooseFolder: () => Promise<string | undefined>;
  readonly print: (html: string) => Promise<Uint8Array>;
  readonly clipboard: { write(content: { html: string; text: string }): Promise<void> };
  readonly openLink: OpenLink;
};

/** @returns what takes a message of the core: false where it is not for one of these */
export function serveCoreProcess(
  services: MainServices,
  post: (message: ToCore) => void,
): (message: ToMain) => boolean {
  return (message) => {
    switch (message.kind) {
      case 'log':
        services.lines?.write(message.line);
        return true;
      case 'show':
        services.desktop.show(message.view);
        return true;
      case 'notify':
        services.desktop.notify(message.what, message.place);
        return true;
      case 'front':
        services.desktop.bringToFront();
        return true;
      case 'where':
      case 'folder':
      case 'print':
      case 'copy':
      case 'link':
        void doFor(services, message).then((answer) =>
          post({ kind: 'answer', id: message.id, answer }),
        );
        return true;
      default:
        return false;
    }
  };
}

async function doFor(services: MainServices, question: Question): Promise<Answer> {
  try {
    return { ok: true, value: await act(services, question) };
  } catch (error) {
    return refusal(error);
  }
}

function act(services: MainServices, question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'where':
      return services.askWhere(question.name);
    case 'folder':
      return services.chooseFolder();
    case 'print':
      return services.print(question.html);
    case 'copy':
      return services.clipboard.write({ html: question.html, text: question.text });
    case 'link':
      return services.openLink(new URL(question.url), question.origin);
  }
}
