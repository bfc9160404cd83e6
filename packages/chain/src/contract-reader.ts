/** Read-only contract calls. */
import type { Abi, ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from 'viem'
import {
  decodeFunctionResult,
  encodeFunctionData,
  type EncodeFunctionDataParameters,
  type DecodeFunctionResultParameters,
} from 'viem/utils'
import { refused, type JsonRpc } from './json-rpc.ts'
import type { Address, ChainAnswer } from './port.ts'

type View = 'view' | 'pure'

export type ReadContract = <const A extends Abi, N extends ContractFunctionName<A, View>, const P extends ContractFunctionArgs<A, View, N>>(
  to: Address,
  abi: A,
  functionName: N,
  args: P,
) => Promise<ChainAnswer<ContractFunctionReturnType<A, View, N, P>>>

/** REFUSED contains the contract's own error text, if it has one. */
export function createContractReader(rpc: JsonRpc): ReadContract {
  return async (to, abi, functionName, args) => {
    const data = encodeFunctionData({ abi, functionName, args } as unknown as EncodeFunctionDataParameters)
    const answer = await rpc.call('eth_call', [{ to, data }, 'latest'])
    if (answer.outcome !== 'DONE') return answer
    const nothing = refused(`There is no contract at ${to} that answers ${functionName}.`)
    if (typeof answer.value !== 'string' || answer.value === '0x') return nothing
    try {
      const decoded = { abi, functionName, args, data: answer.value } as unknown as DecodeFunctionResultParameters
      return { outcome: 'DONE', value: decodeFunctionResult(decoded) as never }
    } catch {
      return nothing
    }
  }
}
