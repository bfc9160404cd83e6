/** The desk's drafts: not on the socket, so read anew whenever one was kept, sent or deleted here. */
import { directRfqCalls, type RfqView } from '@parley/contracts'
import { create } from 'zustand'
import { client } from './api.ts'
import { type Loadable, wordsOf } from './loadable.ts'
import { limits } from './limits.ts'

export const useDrafts = create<{ readonly drafts: Loadable<readonly RfqView[]> }>(() => ({ drafts: { state: 'LOADING' } }))

export async function reloadDrafts(): Promise<void> {
  try {
    const page = await client.call(directRfqCalls.listRfqs, { query: { state: ['DRAFT'], page_size: limits.pageRows } })
    useDrafts.setState({ drafts: { state: 'LOADED', data: page.results } })
  } catch (error) {
    useDrafts.setState({ drafts: { state: 'FAILED', words: wordsOf(error), retry: () => void reloadDrafts() } })
  }
}
