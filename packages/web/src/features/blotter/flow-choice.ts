/** The flow filter of each tab, stored per user. */
import { tradingFlows } from '../../live/audiences.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import type { TradingFlow } from '@parley/client'

export type FlowChoice = 'ALL' | TradingFlow
const choices: readonly FlowChoice[] = ['ALL', ...tradingFlows]

export const useFlowChoice = () => useKept<FlowChoice>('blotter-flow', 'ALL', keptText(choices))
export const isChosen = (choice: FlowChoice, flow: TradingFlow): boolean => choice === 'ALL' || choice === flow
