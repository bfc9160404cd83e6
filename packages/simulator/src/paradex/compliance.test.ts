/** The Paradex adapter against the simulated venue, over HTTP and real sockets. */
import { createParadexVenue } from '@parley/venues'
import { venueCompliance } from '@parley/venues/compliance'
import { complianceHarness } from '../../test/compliance-harness.ts'
import { createParadexSimulator } from './simulator.ts'

const key = (digit: string) => ({ clientId: `0x${digit.repeat(40)}`, clientSecret: `0x${digit.repeat(60)}` })

venueCompliance('Paradex', (answers) =>
  complianceHarness(
    {
      keys: { maker: key('1'), taker: key('2'), reader: key('3'), nobody: key('4') },
      calls: {
        VERIFY: 'POST /block-trades/{}/offers',
        EXECUTE: 'POST /block-trades/{}/execute',
        FIND: 'GET /block-trades',
        HOLDINGS: 'GET /positions',
        BLOCKS: 'GET /block-trades',
      },
      busy: { code: 429, message: 'too many requests' },
      readingScopes: ['read'],
      open: createParadexSimulator,
      adapter: ({ restUrl, streamUrl }, options) => createParadexVenue({ restUrl, streamUrl, ...options }),
    },
    answers,
  ),
)
