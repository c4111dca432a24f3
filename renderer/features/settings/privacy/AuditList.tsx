/** The audit log, newest first. It names no patient. */
import { useState } from 'react';
import type { AuditEntry } from '../../../../shared/model/audit.ts';
import { request } from '../../../common/stores/core.ts';
import { Button } from '../../../ui/Button.tsx';
import { keyed } from '../../../ui/keyed.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

const textOf = ({ at, what, visit, who }: AuditEntry) => `${at} ${what} ${visit ?? ''} ${who}`;

export function AuditList() {
  const { t, exists, moment, attempt } = useLocale();
  const [list, setList] = useState<readonly AuditEntry[] | undefined>();
  const show = () => attempt(async () => setList(await request('audit.list')));
  if (!list)
    return (
      <div className="row-actions">
        <Button onPress={show}>{t('audit.show')}</Button>
      </div>
    );
  const word = (what: string) => (exists(`audit.word.${what}`) ? t(`audit.word.${what}`) : what);
  return (
    <>
      <p className="hint" role="status">
        {t('audit.count', { count: list.length })}
      </p>
      <ScrollRegion className="table-wrap audit" label={t('audit.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('audit.when')}</th>
              <th scope="col">{t('audit.what')}</th>
              <th scope="col">{t('audit.visit')}</th>
              <th scope="col">{t('audit.who')}</th>
            </tr>
          </thead>
          <tbody>
            {keyed(list, textOf).map(({ key, item: { at, what, visit, who } }) => (
              <tr key={key}>
                <td className="figures">{moment(at)}</td>
                <td>{word(what)}</td>
                <td className="figures">{visit?.slice(0, 8)}</td>
                <td>{who === 'scriba' ? t('audit.itself') : who}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="row-actions">
        <Button onPress={show}>{t('audit.again')}</Button>
      </div>
    </>
  );
}
