/** The chain for auctions, as configured in the environment of an installation. */
import { createEvmChain } from '@parley/chain'
import type { AuctionChain } from './auctions/chain-reading.ts'
import { StartProblem } from './database/start-problem.ts'
import type { Environment } from './settings.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
/** The usual number on the large chains, whose blocks are final after two of their epochs at the latest. */
const USUAL_CONFIRMATIONS = 12
const NOBODY = `0x${'0'.repeat(40)}`

/** Undefined if no chain is configured. There are no auctions then. */
export function readAuctionChain(env: Environment): AuctionChain | undefined {
  const [url, id, swap] = [env['CHAIN_URL'] || undefined, env['CHAIN_ID'] || undefined, env['CHAIN_SWAP'] || undefined]
  if (url === undefined && id === undefined && swap === undefined) return undefined
  if (url === undefined || id === undefined || swap === undefined)
    throw new StartProblem('SettingWrong', 'CHAIN_URL, CHAIN_ID and CHAIN_SWAP must be set together. Set all three or none.')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StartProblem('SettingWrong', 'CHAIN_URL must be the JSON-RPC address of a node, such as https://node.example/rpc.')
  const chain = createEvmChain({
    url,
    chainId: BigInt(wholeOf(id, 'CHAIN_ID', 'the number of the chain, such as 1')),
    swap: addressOf(swap, 'CHAIN_SWAP'),
  })
  return {
    chain,
    confirmations: wholeOf(
      env['CHAIN_CONFIRMATIONS'] || String(USUAL_CONFIRMATIONS),
      'CHAIN_CONFIRMATIONS',
      'a number of blocks, at least 1',
    ),
    referrer: addressOf(env['CHAIN_REFERRER'] || NOBODY, 'CHAIN_REFERRER'),
    transactionUrl: transactionUrlOf(env['CHAIN_TRANSACTION_URL'] || undefined),
    ...simulatedSince(env['CHAIN_SIMULATED_SINCE'] || undefined),
  }
}

/** A simulated chain begins with each start of its installation. */
function simulatedSince(text: string | undefined): Pick<AuctionChain, 'isSimulated' | 'beganAnewAt'> {
  if (text === undefined) return { isSimulated: false }
  if (/^[1-9]\d{0,14}$/.test(text)) return { isSimulated: true, beganAnewAt: Number(text) }
  throw new StartProblem('SettingWrong', `CHAIN_SIMULATED_SINCE is ${text}; it must be a time in milliseconds, or unset for a real chain.`)
}

function wholeOf(text: string, name: string, accepted: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new StartProblem('SettingWrong', `${name} is ${text}; it must be ${accepted}.`)
}

function addressOf(text: string, name: string): `0x${string}` {
  if (ADDRESS.test(text)) return text as `0x${string}`
  throw new StartProblem('SettingWrong', `${name} is ${text}; it must be an address: 0x and 40 hexadecimal digits.`)
}

function transactionUrlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (text.startsWith('https://') && text.includes('{hash}')) return text
  throw new StartProblem(
    'SettingWrong',
    `CHAIN_TRANSACTION_URL is ${text}; it must be a page with {hash} in its address, such as https://etherscan.io/tx/{hash}.`,
  )
}
