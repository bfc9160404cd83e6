/** Whether the server cancels what came through this window once its line is gone, as a pegged quote asks for (rulebook 11.5). */
import { create } from 'zustand'

export const useCancelOnLoss = create<{ readonly isOn: boolean }>(() => ({ isOn: false }))
