import type { Rfq } from '@parley/client'
import { Button } from '../../components/Button.tsx'
import { useInstruments } from '../../live/instruments.ts'
import { copyLine } from './copy-line.ts'
import { lifetimeOfRfq } from './lifetime-of-rfq.ts'
import { lineOfLegs } from './line-of-legs.ts'

/** Any box that takes a line reads it back as the same structure. */
export const CopyLine = ({ line }: { readonly line: string | undefined }) => (
  <Button
    kind="quiet"
    size="small"
    data-copy-line
    title={line}
    disabledReason={line === undefined ? 'Its instruments are not known.' : undefined}
    onClick={() => line !== undefined && copyLine(line)}
  >
    Copy line
  </Button>
)

export function CopyLineOfRfq({ rfq }: { readonly rfq: Rfq }) {
  const instruments = useInstruments(rfq.venue, rfq.baseCurrency)
  const isOwn = rfq.audience === 'DIRECT' && rfq.role === 'TAKER'
  return (
    <CopyLine
      line={
        instruments.state === 'LOADED'
          ? lineOfLegs(
              {
                ...rfq,
                takerSide: isOwn ? rfq.takerSide : undefined,
                isAnonymous: isOwn && rfq.isTakerAnonymous,
                goodForMs: lifetimeOfRfq(rfq),
              },
              instruments.data,
            )
          : undefined
      }
    />
  )
}
