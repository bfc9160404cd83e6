/** Data requested from the server: loading, loaded, or failed with a message. */
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

/** Loaded data that may lack changes since a time, because reading it again failed. */
export type Behind = { readonly since: number; readonly words: string; readonly retry: () => void }

export type Pages<Row> = {
  readonly rows: Loadable<readonly Row[]>
  /** Undefined if there is no more data, or while a page is loading. */
  readonly more: (() => void) | undefined
  readonly reload: () => void
}

/** The message for any failure. */
export function errorMessage(error: unknown): string {
  if (error instanceof ClientError) {
    if (error.error === 'NetworkError') return 'Cannot reach the server. Check your network connection.'
    if (error.error === 'Timeout') return 'The server did not respond in time.'
    return error.service === 'grfq' ? withoutDots(error) : error.message
  }
  return error instanceof Error ? error.message : 'Something bad happened, try again...'
}

/** Refusals of the order book, in the form of its published client. */
const withoutDots = ({ message, dataText }: ClientError): string =>
  [message.replace(/\.+$/, ''), dataText].filter((text) => text !== undefined).join(' ')

type PagedAnswer<Row> = { readonly next: string | null; readonly results: readonly Row[] }

/**
 * A paged list from the server. It reloads when `key` changes, which must contain everything that the query depends on. Without a call it waits for
 * one. The returned object is stable until something in it changes.
 */
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
      if (mine === generation.current) setHeld((before) => ({ ...before, isLoading: false, failed: errorMessage(error) }))
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

/** One response from the server, requested when the screen opens. */
export const useOnce = <C extends Call>(call: C, input: CallInput<C>): Loadable<AnswerOf<C>> =>
  useRead(call, () => client.call(call, input))

/** The same for a command of the model. Another command is requested again. */
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
        report('Part of the page could not be loaded.', error)
        if (isWanted) setHeld({ state: 'FAILED', words: errorMessage(error), retry: () => setTries((count) => count + 1) })
      },
    )
    // The response for an earlier subject never replaces a later one.
    return () => void (isWanted = false)
  }, [subject, tries])
  return held
}
