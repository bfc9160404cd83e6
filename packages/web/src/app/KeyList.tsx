import { Dialog } from '../components/Dialog.tsx'
import { Kbd } from '../components/Kbd.tsx'
import styles from './KeyList.module.css'
import { keyLines } from './use-keys.ts'

export const KeyList = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Keys" width={440}>
    <dl className={styles['list']}>
      {keyLines.map(({ keys, what }) => (
        <div key={what} className={styles['line']}>
          <dt>{what}</dt>
          <dd>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
