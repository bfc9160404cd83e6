import { Dialog } from '../components/Dialog.tsx'
import { KbdWays } from '../components/Kbd.tsx'
import { keyNames, keyRow } from '../components/key-table.ts'
import styles from './KeyList.module.css'

const places = [...Map.groupBy(keyNames, (name) => keyRow(name).where)]

/** All keyboard shortcuts, grouped by the place in which they work. */
export const KeyList = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" width={860}>
    <div className={styles['places']}>
      {places.map(([where, names]) => (
        <section key={where} className={styles['place']} aria-label={where}>
          <h3 className={styles['where']}>{where}</h3>
          <dl className={styles['list']}>
            {names.map((name) => (
              <div key={name} className={styles['line']}>
                <dt>{keyRow(name).what}</dt>
                <dd>
                  <KbdWays of={name} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
