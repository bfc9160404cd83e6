/** Changing something of the desk: proof is asked for where the server wants it, and a refusal is said where the change was asked. */
import { ClientError } from '@parley/client'
import { useState } from 'react'
import { toast } from '../../components/toasts.ts'
import type { FormRefusal } from '../../components/use-form.ts'
import { wordsOf } from '../../live/loadable.ts'
import { isStepUpGivenUp, withStepUp } from '../../live/step-up.ts'

type Refusal = FormRefusal<Readonly<Record<string, string>>>

/** Undefined when it is done. A person who gives up the proof has refused it themselves and needs no words. */
export async function tryChange(call: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await withStepUp(call)
    return undefined
  } catch (error) {
    return isStepUpGivenUp(error) ? {} : refusalOf(error)
  }
}

/** Field errors at their fields, all else as a whole. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ClientError) || Object.keys(error.fields).length === 0) return { general: wordsOf(error) }
  return { fields: Object.fromEntries(Object.entries(error.fields).map(([name, texts]) => [name, texts.join(' ')])) }
}

/** In one sentence, for where there are no fields; undefined where nothing is to be said. */
export const sentenceOf = ({ general, fields }: Refusal): string | undefined => general ?? Object.values(fields ?? {}).find((text) => text)

/** For a button that changes something by itself: busy while it goes, and a message when it is refused. */
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
