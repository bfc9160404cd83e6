/** Something asked of the server: on its way, here, or failed with what to say about it. */
import { type CallInput, ClientError, type Command } from '@parley/client'
import type { AnswerOf, Call } from '@parley/contracts'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { client } from './api.ts'
import { limits } from './limits.ts'
import { report } from './report.ts'

export type Loadable<T> =
  | { readonly state: 'LOADING' }
  | { readonly state: 'LOADED'; readonly data: T }
  | { readonly state: 'FAILED'; readonly words: string; readonly retry: () => void }

export type Pages<Row> = {
  readonly rows: Loadable<readonly Row[]>
  /** Undefined when there is no more, or a page is on its way. */
  readonly more: (() => void) | undefined
  readonly reload: () => void
}

/** The words for any failure. */
export function wordsOf(error: unknown): string {
  if (error instanceof ClientError) {
    if (error.error === 'NetworkError') return 'The server cannot be reached; check the network.'
    if (error.error === 'Timeout') return 'The server did not answer in time.'
    return error.service === 'grfq' ? withoutDots(error) : error.message
  }
  return error instanceof Error ? error.message : 'Something bad happened, try again...'
}

/** Refusals of the order book, as its published client shows them. */
const withoutDots = ({ message, dataText }: ClientError): string =>
  [message.replace(/\.+$/, ''), dataText].filter((text) => text !== undefined).join(' ')

type PagedAnswer<Row> = { readonly next: string | null; readonly results: readonly Row[] }

/** A list of the server, page by page. It loads again when `key` changes, which has to name all that the query depends on. Without a call it waits for one. The same object is returned until something in it changes. */
export function usePages<C extends Call, Row = AnswerOf<C> extends PagedAnswer<infer R> ? R : never>(
  call: C | undefined,
  key: string,
  input: CallInput<C>,
): Pages<Row> {
  const [held, setHeld] = useState<{
    rows: readonly Row[]
    next: string | null
    failed?: string | undefined
    isLoading: boolean
    isFirst: boolean
  }>({
    rows: [],
    next: null,
    isLoading: true,
    isFirst: true,
  })
  const latest = useRef({ call, input })
  latest.current = { call, input }
  const generation = useRef(0)

  const load = useCallback(async (cursor: string | undefined) => {
    const mine = cursor === undefined ? (generation.current += 1) : generation.current
    setHeld((before) => ({ ...before, isLoading: true, failed: undefined }))
    const asked = latest.current
    if (asked.call === undefined) return
    const query = { page_size: limits.pageRows, ...(asked.input as { query?: object }).query, ...(cursor === undefined ? {} : { cursor }) }
    try {
      const page = (await client.call(asked.call, { ...asked.input, query } as unknown as CallInput<C>)) as unknown as PagedAnswer<Row>
      if (mine !== generation.current) return
      setHeld((before) => {
        const rows = cursor === undefined ? page.results : [...before.rows, ...page.results]
        return { rows, next: rows.length >= limits.historyRows ? null : page.next, isLoading: false, isFirst: false }
      })
    } catch (error) {
      if (mine === generation.current) setHeld((before) => ({ ...before, isLoading: false, failed: wordsOf(error) }))
    }
  }, [])

  useEffect(() => {
    setHeld({ rows: [], next: null, isLoading: true, isFirst: true })
    void load(undefined)
  }, [key, load])

  const reload = useCallback(() => void load(undefined), [load])
  return useMemo(() => {
    const { next } = held
    const more = next === null || held.isLoading ? undefined : () => void load(next)
    if (!held.isFirst) return { rows: { state: 'LOADED', data: held.rows }, more, reload }
    if (held.failed === undefined) return { rows: { state: 'LOADING' }, more, reload }
    return { rows: { state: 'FAILED', words: held.failed, retry: reload }, more, reload }
  }, [held, load, reload])
}

/** One answer of the server, asked when the screen opens. */
export const useOnce = <C extends Call>(call: C, input: CallInput<C>): Loadable<AnswerOf<C>> =>
  useRead(call, () => client.call(call, input))

/** The same for a command of the model; another command is asked anew. */
export const useAnswer = <Answer>(command: Command<Answer>): Loadable<Answer> => useRead(command, () => command.send(client))

function useRead<T>(subject: object, read: () => Promise<T>): Loadable<T> {
  const [held, setHeld] = useState<Loadable<T>>({ state: 'LOADING' })
  const [tries, setTries] = useState(0)
  const ask = useEffectEvent(read)
  useEffect(() => {
    let isWanted = true
    setHeld({ state: 'LOADING' })
    ask().then(
      (data) => isWanted && setHeld({ state: 'LOADED', data }),
      (error: unknown) => {
        report('A part of the page could not be loaded.', error)
        if (isWanted) setHeld({ state: 'FAILED', words: wordsOf(error), retry: () => setTries((count) => count + 1) })
      },
    )
    // The answer for an earlier subject never takes the place of a later one.
    return () => void (isWanted = false)
  }, [subject, tries])
  return held
}
