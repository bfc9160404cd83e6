/** The second factor before something that hurts: a code of the authenticator app, or a passkey. It counts for five minutes. */
import { consoleClient } from '@parley/client'
import { useState } from 'react'
import { askWithOptions, isPasskeyProblem } from '../../live/passkey-ceremonies.ts'
import { endedBy, proveAtConsole, useConsole, wordsOf } from './console-store.ts'

const CODE = /^\d{6}$/

export type Proof = ReturnType<typeof useProof>

export function useProof(need: 'NEEDED' | 'NOT_NEEDED') {
  const session = useConsole((state) => state.session)
  const provedUntil = session.state === 'SIGNED_IN' ? session.view.proved_until : null
  const [isAsked, setIsAsked] = useState(() => need === 'NEEDED' && (provedUntil === null || provedUntil <= Date.now()))
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const byPasskey = async (): Promise<void> => {
    const passkey = await askWithOptions(consoleClient.askOptions)
    if (isPasskeyProblem(passkey)) return setRefused(passkey.problem === 'DISMISSED' ? undefined : passkey.message)
    await proveAtConsole({ passkey })
    setIsAsked(false)
  }
  return {
    isAsked,
    code,
    refused,
    isBusy,
    disabledReason: isAsked && !CODE.test(code) ? 'Enter the six digits of your authenticator app.' : undefined,
    setCode: (typed: string) => setCode(typed.replaceAll(/\D/g, '').slice(0, 6)),
    askAgain: () => setIsAsked(true),
    /** Sends the code, if one is asked for. Throws if it is refused. */
    async give(): Promise<void> {
      if (!isAsked) return
      await proveAtConsole({ code })
      setIsAsked(false)
    },
    async usePasskey(): Promise<void> {
      setIsBusy(true)
      setRefused(undefined)
      await byPasskey().catch((error: unknown) => {
        if (!endedBy(error)) setRefused(wordsOf(error))
      })
      setIsBusy(false)
    },
  }
}
