/** The Deribit adapter against the simulated venue, over a real socket. */
import { createDeribitVenue } from '@parley/venues'
import { venueCompliance } from '@parley/venues/compliance'
import { complianceHarness } from '../../test/compliance-harness.ts'
import { createDeribitSimulator } from './simulator.ts'

venueCompliance('Deribit', (answers) =>
  complianceHarness(
    {
      calls: {
        VERIFY: 'private/verify_block_trade',
        EXECUTE: 'private/execute_block_trade',
        FIND: 'private/get_block_trades',
        HOLDINGS: 'private/get_positions',
        BLOCKS: 'private/get_block_trades',
      },
      busy: { code: 10041, message: 'settlement_in_progress' },
      readingScopes: ['account:read', 'trade:read', 'block_trade:read'],
      open: createDeribitSimulator,
      adapter: ({ url }, options) => createDeribitVenue({ url, ...options }),
    },
    answers,
  ),
)
