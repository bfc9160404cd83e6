import { type LineMeaning, parseQuantity, printLine } from '@parley/core'
import type { Rfq } from '@parley/client'
import { Button } from '../../components/Button.tsx'
import { toast } from '../../components/toasts.ts'
import { useInstruments } from '../../live/instruments.ts'
import { structureOfRfq } from './structure-of-rfq.ts'

/** Any box that takes a line reads it back as the same structure. */
export const CopyLine = ({ line }: { readonly line: string | undefined }) => (
  <Button
    kind="quiet"
    size="small"
    title={line}
    disabledReason={line === undefined ? 'Its instruments are not known.' : undefined}
    onClick={() => line !== undefined && copy(line)}
  >
    Copy line
  </Button>
)

export function CopyLineOfRfq({ rfq }: { readonly rfq: Rfq }) {
  const instruments = useInstruments(rfq.venue, rfq.baseCurrency)
  return <CopyLine line={instruments.state === 'LOADED' ? lineOfRfq(rfq, instruments.data) : undefined} />
}

function lineOfRfq(rfq: Rfq, instruments: Parameters<typeof structureOfRfq>[1]): string | undefined {
  const structure = structureOfRfq(rfq, instruments)
  if (structure === undefined) return undefined
  const meaning: LineMeaning = {
    baseCurrency: rfq.baseCurrency,
    structure,
    quantity: rfq.quantity === undefined ? undefined : parseQuantity(rfq.quantity),
    isAnonymous: rfq.audience === 'DIRECT' && rfq.role === 'TAKER' && rfq.isTakerAnonymous ? true : undefined,
  }
  return printLine(meaning)
}

function copy(line: string): void {
  navigator.clipboard.writeText(line).then(
    () => toast({ key: 'copied', tone: 'done', title: 'Line copied', text: line }),
    () =>
      toast({
        key: 'copied',
        tone: 'refused',
        title: 'The browser did not allow copying',
        text: 'Allow the clipboard for this page and try again.',
      }),
  )
}
