/** The markets a person looked at last, kept in the browser under their own name. */
import { keep, read } from '../live/browser-store.ts'
import { chooseFlow, type Flow, useScreen } from '../live/screen-state.ts'

const keyOf = (userId: string): string => `flow-filter:${userId}`
const flows: readonly Flow[] = ['ALL', 'DIRECT', 'ORDER_BOOK']

export const parseFlow = (text: string | undefined): Flow => flows.find((flow) => flow === text) ?? 'DIRECT'

/** For the time a person is signed in. */
export function followFlow(userId: string): () => void {
  chooseFlow(parseFlow(read(keyOf(userId))))
  return useScreen.subscribe(({ flow }, before) => {
    if (flow !== before.flow) keep(keyOf(userId), flow)
  })
}
