/** Whether the server cancels this window's orders when its connection is lost, as a peg requires (rulebook 11.5). */
import { create } from 'zustand'

export const useCancelOnLoss = create<{ readonly isOn: boolean }>(() => ({ isOn: false }))
