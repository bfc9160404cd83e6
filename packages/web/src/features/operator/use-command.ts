/** The form of one command: its values, why it cannot be sent yet, and how it is sent. */
import { consoleClient, ConsoleError } from '@parley/client'
import { type FormEvent, useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { type CommandTask, filledOptions } from './command-task.ts'
import { endedBy, proveAtConsole, readPage, useConsole, wordsOf } from './console-store.ts'

type Values = Readonly<Record<string, string | boolean>>

const CODE = /^\d{6}$/

export function useCommand(task: CommandTask, onDone: () => void) {
  const session = useConsole((state) => state.session)
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries((task.fields ?? []).map(({ name, initial = '' }) => [name, initial])),
  )
  const [why, setWhy] = useState('')
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const provedUntil = session.state === 'SIGNED_IN' ? session.view.proved_until : null
  const [needsCode, setNeedsCode] = useState(() => task.hurts && (provedUntil === null || provedUntil <= Date.now()))
  const options = filledOptions(task, values)
  const disabledReason =
    missingField(task, values) ??
    (task.hurts && why.trim() === '' ? 'Give a reason first.' : undefined) ??
    (needsCode && !CODE.test(code) ? 'Enter the six digits of your authenticator app.' : undefined)

  const carryOut = async (): Promise<void> => {
    if (needsCode) {
      await proveAtConsole(code)
      setNeedsCode(false)
    }
    const message = await consoleClient.command(task.command, options, why.trim())
    toast({ tone: 'done', title: task.done, text: message })
    await Promise.all((task.refresh ?? ['overview']).map((page) => readPage(page)))
    onDone()
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || disabledReason !== undefined) return
    setIsBusy(true)
    setRefused(undefined)
    await carryOut().catch((error: unknown) => {
      if (error instanceof ConsoleError && error.code === 'StepUpRequired') setNeedsCode(true)
      if (!endedBy(error)) setRefused(wordsOf(error))
      setIsBusy(false)
    })
  }
  const change = (name: string, value: string | boolean) => setValues((before) => ({ ...before, [name]: value }))
  return { values, why, code, options, needsCode, disabledReason, refused, isBusy, change, setWhy, setCode, send }
}

function missingField({ fields = [] }: CommandTask, values: Values): string | undefined {
  const isMissing = fields.some(({ name, isOptional, kind }) => isOptional !== true && kind !== 'flag' && values[name] === '')
  return isMissing ? 'Fill in the form first.' : undefined
}
