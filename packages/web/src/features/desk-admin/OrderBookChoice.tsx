import { type AnswerOf, deskCalls } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { client } from '../../live/api.ts'
import { useUser } from '../../live/session.ts'
import type { Confirmation } from './ConfirmChange.tsx'
import { reload, useOrderBooks } from './desk-lists.ts'
import styles from './Counterparties.module.css'
import { Options, type OptionLine } from './Options.tsx'

export type OrderBooks = AnswerOf<typeof deskCalls.listApprovals>['order_books']

const options: readonly OptionLine<OrderBooks>[] = [
  {
    value: 'EVERY_DESK',
    name: 'Trade with every desk',
    meaning:
      'Order books are anonymous and open to every desk, so your orders can trade with desks that you have not approved. Desks that you block are left out.',
  },
  {
    value: 'APPROVED_DESKS',
    name: 'Trade only with approved desks',
    meaning: 'An order of yours that would trade with any other desk is cancelled instead. No other desk can see this setting.',
  },
]

/** With whom the desk's orders trade in order books (rulebook 10.24). Members see the setting, administrators change it. */
export function OrderBookChoice({ ask }: { readonly ask: (change: Confirmation) => void }) {
  const user = useUser()
  const value = useOrderBooks()
  if (value === undefined) return undefined
  const { name, meaning } = options.find((option) => option.value === value)!
  return (
    <div className={styles['books']}>
      {hasRight(user.role, 'Administer') ? (
        <Options legend="In order books" name="order-books" value={value} options={options} onChange={(next) => ask(changeTo(next))} />
      ) : (
        <p>
          In order books: <b>{name}.</b> {meaning}
        </p>
      )}
    </div>
  )
}

const changeTo = (choice: OrderBooks): Confirmation => ({
  ...(choice === 'EVERY_DESK'
    ? {
        title: 'Trade with every desk in order books?',
        consequence: 'Your next orders can trade with desks that you have not approved. Names stay hidden until the trade.',
        kind: 'primary',
      }
    : {
        title: 'Trade only with approved desks in order books?',
        consequence:
          'From the next order on, your orders trade only with desks that you have approved and that have approved you. Your order is cancelled if it would match an order of any other desk. Expect fewer fills.',
        kind: 'danger',
      }),
  label: choice === 'EVERY_DESK' ? 'Trade with every desk' : 'Trade only with approved desks',
  run: async () => {
    await client.call(deskCalls.setOrderBooks, { body: { order_books: choice } })
    await reload('counterparties')
  },
  done: choice === 'EVERY_DESK' ? 'Order books: every desk' : 'Order books: approved desks only',
})
