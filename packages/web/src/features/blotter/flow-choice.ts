/** Of which flow the tabs show what they have; kept per person. */
import { keptText, useKept } from '../../live/kept.ts'
import type { Flow } from './flow-rows.ts'

export type FlowChoice = 'ALL' | Flow
const choices = ['ALL', 'DIRECT', 'ORDER_BOOK'] as const satisfies readonly FlowChoice[]

export const useFlowChoice = () => useKept<FlowChoice>('blotter-flow', 'ALL', keptText(choices))
export const isChosen = (choice: FlowChoice, flow: Flow): boolean => choice === 'ALL' || choice === flow
