import type { ListRfq } from '@parley/client'
import { FileQuestion } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { navigate, useQuery } from '../../components/router.ts'
import { useAnswer } from '../../live/loadable.ts'
import { connectLists } from '../../live/rfq-lists.ts'
import { useScreen } from '../../live/screen-state.ts'
import { ALL_LISTS, listAddress, NEW_LIST } from './list-address.ts'
import { ListBuilder } from './ListBuilder.tsx'
import { ListIndex } from './ListIndex.tsx'
import { MakerList } from './MakerList.tsx'
import { TakerList } from './TakerList.tsx'
import { listIfVisible } from './use-list.ts'

/** List RFQs at `/rfqs?list=…`: all of them, the builder of a new one, or one list. The address alone decides what is shown. */
export function Lists() {
  const shown = useQuery('list')
  useEffect(connectLists, [])
  // An RFQ that is opened from a message or the palette is shown by the table and its ticket.
  useEffect(
    () => useScreen.subscribe(({ ticketRfq }, before) => ticketRfq !== undefined && ticketRfq !== before.ticketRfq && navigate('/rfqs')),
    [],
  )
  if (shown === NEW_LIST) return <ListBuilder />
  return shown === ALL_LISTS ? <ListIndex /> : <OneList key={shown} id={shown} />
}

function OneList({ id }: { readonly id: string }) {
  const found = useAnswer(useMemo(() => listIfVisible(id), [id]))
  return (
    <Loaded what="the list" of={found}>
      {found.state === 'LOADED' && <Found list={found.data} />}
    </Loaded>
  )
}

function Found({ list }: { readonly list: ListRfq | undefined }) {
  if (list !== undefined) return list.role === 'TAKER' ? <TakerList list={list} /> : <MakerList list={list} />
  const text = 'Your desk has no list at this address. It may belong to another desk.'
  const toAll = <Button onClick={() => navigate(listAddress(ALL_LISTS))}>Show all lists</Button>
  return <Empty icon={FileQuestion} title="List not found" text={text} action={toAll} />
}
