/** In a small window: opens codes, check or transcript over the note; in a narrow one, also the note. */

import type { Visit } from '../../../../shared/model/visit.ts';
import { Button } from '../../../ui/Button.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { closeSide, showSide, sides, useWorkplace } from '../../visits/note/workplace-store.ts';
import { SideName } from './SideName.tsx';

export function SideSwitch({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  const { side, isOpen } = useWorkplace();
  return (
    <fieldset className="workplace-switch" aria-label={t('workplace.side')}>
      {/* Only where one thing is shown at a time. */}
      <span className="workplace-to-note">
        <Button look="quiet" aria-expanded={!isOpen} onPress={closeSide}>
          {t('workplace.toNote')}
        </Button>
      </span>
      {sides.map((one) => {
        const isShown = isOpen && side === one;
        return (
          <Button
            key={one}
            look="quiet"
            aria-expanded={isShown}
            onPress={() => (isShown ? closeSide() : showSide(one))}
          >
            <SideName visit={visit} side={one} />
          </Button>
        );
      })}
    </fieldset>
  );
}
