/** RFQ shorthand typed into the palette, as its first commands: the RFQ that it describes, or each possible reading. */
import type { TypedLine } from '../features/line/use-typed-line.ts'
import { startBuilder } from '../live/screen-state.ts'
import type { Command } from './commands.ts'

export function lineCommands(line: TypedLine): readonly Command[] {
  switch (line.state) {
    case 'NO_LINE':
    case 'LOADING':
      return []
    case 'UNDERSTOOD':
      return [
        { id: 'line', title: `New RFQ: ${line.words}`, hint: 'Shorthand', run: () => startBuilder({ kind: 'text', text: line.line }) },
      ]
    case 'UNREAD':
      return line.offers.map((offer) => ({
        id: `line-${offer.line}`,
        title: `Use ${offer.part}: ${offer.line}`,
        hint: 'Shorthand',
        text: offer.line,
        run: () => undefined,
      }))
  }
}
