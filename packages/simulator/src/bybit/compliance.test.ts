/** The Bybit adapter against the simulated venue, over HTTP and real sockets. */
import { createBybitVenue } from '@parley/venues'
import { venueCompliance } from '@parley/venues/compliance'
import { complianceHarness } from '../../test/compliance-harness.ts'
import { createBybitSimulator } from './simulator.ts'

venueCompliance('Bybit', (answers) =>
  complianceHarness(
    {
      calls: {
        VERIFY: '/v5/rfq/create-rfq',
        EXECUTE: '/v5/rfq/execute-quote',
        FIND: '/v5/rfq/quote-realtime',
        HOLDINGS: '/v5/position/list',
        BLOCKS: '/v5/rfq/trade-list',
      },
      busy: { code: 10006, message: 'Too many visits. Exceeded the API Rate Limit.' },
      readingScopes: ['rfq:read'],
      open: createBybitSimulator,
      adapter: ({ restUrl, streamUrl }, options) => createBybitVenue({ restUrl, streamUrl, ...options }),
    },
    answers,
  ),
)
