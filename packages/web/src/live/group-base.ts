/** Under which base the order-book flow is spoken: the flag `um_ui_ob_v1_api` moves calls and socket from /v1/grfq to /v1/ob together. */
import { grfqCalls, type GroupBase, obCalls } from '@parley/contracts'
import { isFlagOn, useFlag } from './flags.ts'

const FLAG = 'um_ui_ob_v1_api'
const baseOf = (isOn: boolean): GroupBase => (isOn ? '/v1/ob' : '/v1/grfq')

/** What both bases have. */
export type GroupCalls = typeof obCalls
const callsUnder: Readonly<Record<GroupBase, GroupCalls>> = { '/v1/ob': obCalls, '/v1/grfq': grfqCalls }

export const useGroupBase = (): GroupBase => baseOf(useFlag(FLAG))
/** For a call that is made on a press, not while drawing. */
export const groupCalls = (): GroupCalls => callsUnder[baseOf(isFlagOn(FLAG))]
/** For a list that is loaded while drawing. */
export const useGroupCalls = (): GroupCalls => callsUnder[useGroupBase()]
