import { chainCompliance } from '@parley/chain/compliance'
import { openChainHarness } from '../../test/auction-chain.ts'

chainCompliance('The embedded chain over its socket', openChainHarness)
