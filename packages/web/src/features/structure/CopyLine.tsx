import type { Rfq } from '@parley/client'
import { Button } from '../../components/Button.tsx'
import { useInstruments } from '../../live/instruments.ts'
import { copyLine } from './copy-line.ts'
import { lineOfRfq } from './line-of-legs.ts'

/** Every field that accepts a line reads it back as the same structure. */
export const CopyLine = ({ line }: { readonly line: string | undefined }) => (
  <Button
    kind="quiet"
    size="small"
    data-copy-line
    title={line}
    disabledReason={line === undefined ? 'Its instruments are unknown.' : undefined}
    onClick={() => line !== undefined && copyLine(line)}
  >
    Copy line
  </Button>
)

export function CopyLineOfRfq({ rfq }: { readonly rfq: Rfq }) {
  const instruments = useInstruments(rfq.venue, rfq.baseCurrency)
  return <CopyLine line={instruments.state === 'LOADED' ? lineOfRfq(rfq, instruments.data) : undefined} />
}
