import { Button } from '../../components/Button.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { startBuilder } from '../../live/screen-state.ts'
import styles from './LineHint.module.css'
import { useTypedLine } from './use-typed-line.ts'

/** Below a text box: how its text was understood as an RFQ, before Enter opens the builder with it. */
export function LineHint({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const read = useTypedLine(text)
  return (
    <div className={styles['hint']} role="status" aria-label="RFQ line">
      {read.state === 'LOADING' && <p>Loading the instruments…</p>}
      {read.state === 'UNDERSTOOD' && (
        <>
          <p className={styles['understood']}>✓ Understood: {read.words}</p>
          <Button size="small" kind="primary" onClick={() => startBuilder({ kind: 'text', text: read.line })}>
            New RFQ from this line <Kbd of="enter" />
          </Button>
        </>
      )}
      {read.state === 'UNREAD' && (
        <>
          <p className={styles['unread']}>{read.words}</p>
          {read.offers.map((offer) => (
            <Button key={offer.line} size="small" title={offer.line} onClick={() => onText(offer.line)}>
              {`Use ${offer.part}`}
            </Button>
          ))}
        </>
      )}
    </div>
  )
}
