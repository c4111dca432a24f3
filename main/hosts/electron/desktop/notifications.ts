/**
 * What the system shows when something waits for the person. It may be read by anybody near the
 * screen: no patient is in it.
 */
import type { DesktopNotification, DesktopPlace } from '../../../../shared/model/desktop.ts';
import type { HostWords } from '../host-words.ts';
import type { DesktopParts, Shown } from './types.ts';

export type Notifications = {
  notify(what: DesktopNotification, place: DesktopPlace): void;
  /** Takes away what is still shown. */
  close(): void;
};

/** `inFront`: the person looks at Scriba and sees it there. */
export function createNotifications(
  make: DesktopParts['notification'],
  inFront: () => boolean,
  clicked: (place: DesktopPlace) => void,
  words: HostWords,
): Notifications {
  // Held, for one that nobody holds loses its click.
  const shown = new Set<Shown>();
  return {
    notify(what, place) {
      if (inFront()) return;
      const notification = make(words.now().notification[what]);
      if (!notification) return;
      shown.add(notification);
      const forget = () => void shown.delete(notification);
      notification.on('click', () => {
        forget();
        clicked(place);
      });
      notification.on('close', forget);
      notification.on('failed', forget);
      notification.show();
    },
    close() {
      for (const notification of shown) notification.close();
      shown.clear();
    },
  };
}
