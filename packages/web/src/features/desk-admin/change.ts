/** Changes to the desk. Asks for confirmation of the identity if the server requires it, and shows a rejection in the place of the change. */
import { ClientError } from '@parley/client'
import { useState } from 'react'
import { toast } from '../../components/toasts.ts'
import type { FormRefusal } from '../../components/use-form.ts'
import { errorMessage } from '../../live/loadable.ts'
import { isStepUpGivenUp, withStepUp } from '../../live/step-up.ts'

type Refusal = FormRefusal<Readonly<Record<string, string>>>

/** Undefined on success. A user who cancels the confirmation sees no message. */
export async function tryChange(call: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await withStepUp(call)
    return undefined
  } catch (error) {
    return isStepUpGivenUp(error) ? {} : refusalOf(error)
  }
}

/** Field errors go to their fields, all others to the whole form. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ClientError) || Object.keys(error.fields).length === 0) return { general: errorMessage(error) }
  return { fields: Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [name, texts.join(' ')])) }
}

/** One sentence, for places without fields. Undefined if there is nothing to show. */
export const sentenceOf = ({ general, fields }: Refusal): string | undefined => general ?? Object.values(fields ?? {}).find((text) => text)

/** For a button that makes a change on its own: busy while it runs, with a message if it is rejected. */
export function useChange(): { readonly isBusy: boolean; readonly run: (what: string, call: () => Promise<unknown>) => Promise<void> } {
  const [isBusy, setIsBusy] = useState(false)
  return {
    isBusy,
    run: async (what, call) => {
      setIsBusy(true)
      const refusal = await tryChange(call)
      setIsBusy(false)
      const words = refusal === undefined ? undefined : sentenceOf(refusal)
      if (words !== undefined) toast({ key: 'change', tone: 'refused', title: `${what}: rejected`, text: words })
    },
  }
}
