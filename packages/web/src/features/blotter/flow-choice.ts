/** Of which flow the tabs show what they have; kept per person. */
import { audiences } from '../../live/audiences.ts'
import { keptText, useKept } from '../../live/use-kept-setting.ts'
import type { Audience } from '@parley/client'

export type FlowChoice = 'ALL' | Audience
const choices: readonly FlowChoice[] = ['ALL', ...audiences]

export const useFlowChoice = () => useKept<FlowChoice>('blotter-flow', 'ALL', keptText(choices))
export const isChosen = (choice: FlowChoice, flow: Audience): boolean => choice === 'ALL' || choice === flow
