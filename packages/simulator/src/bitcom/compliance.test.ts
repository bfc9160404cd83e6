/** The bit.com adapter against the simulated venue, over a real socket. */
import { createBitcomVenue } from '@parley/venues'
import { venueCompliance } from '@parley/venues/compliance'
import { complianceHarness } from '../../test/compliance-harness.ts'
import { createBitcomSimulator } from './simulator.ts'

venueCompliance('bit.com', (answers) =>
  complianceHarness(
    {
      calls: {
        VERIFY: 'private/POST blocktrades maker',
        EXECUTE: 'private/POST blocktrades taker',
        FIND: 'private/GET blocktrades',
        HOLDINGS: 'private/GET positions',
        BLOCKS: 'private/GET blocktrades',
      },
      busy: { code: 429, message: 'too many requests' },
      readingScopes: ['read'],
      readableBlocks: 200,
      open: createBitcomSimulator,
      adapter: (simulator, options) => createBitcomVenue({ ...simulator, blockSource: 'parley', ...options }),
    },
    answers,
  ),
)
