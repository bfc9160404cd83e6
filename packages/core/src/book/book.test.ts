import { expect, it } from 'vitest'
import { deskNumber } from '../../test/naive-book.ts'
import { Book, type BookEntry, type RestingOrder } from './book.ts'

const bid = (id: number, price: number): BookEntry<number> => ({
  id,
  owner: deskNumber(1),
  side: 'BUY',
  price,
  quantity: 25,
  isHidden: false,
})

function idsOf(book: Book<number>): readonly number[] {
  const ids: number[] = []
  for (let one: RestingOrder<number> | undefined = book.first('BUY'); one !== undefined; one = one.next) ids.push(one.id)
  return ids
}

it('refuses an order whose id it has, and keeps the one it has', () => {
  const book = new Book<number>()
  for (const [id, price] of [
    [1, 100],
    [2, 101],
    [3, 100],
  ] as const)
    book.add(bid(id, price))
  expect(() => book.add(bid(3, 99))).toThrow('order 3 is in the book already')
  expect([book.size, idsOf(book), book.get(3)?.price]).toEqual([3, [2, 1, 3], 100])
  book.remove(3)
  expect(idsOf(book)).toEqual([2, 1])
})

it('leads on from an order that has left to the one that traded after it', () => {
  const book = new Book<number>()
  for (const [id, price] of [
    [1, 101],
    [2, 100],
    [3, 99],
  ] as const)
    book.add(bid(id, price))
  const left = book.first('BUY')!
  book.remove(left.id)
  expect(left.next?.id).toBe(2)
})
