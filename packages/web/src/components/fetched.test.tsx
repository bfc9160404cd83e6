import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fetched } from './fetched.tsx'

const Price = ({ of }: { readonly of: string }) => <b>{of}</b>

it('shows its placeholder, which receives the same props, until the code is loaded, and then the component immediately', async () => {
  const Part = fetched(
    () => Promise.resolve(Price),
    ({ of }: { readonly of: string }) => <i>{of}</i>,
  )
  expect(renderToStaticMarkup(<Part of="0.0405" />)).toBe('<i>0.0405</i>')
  Part.fetch()
  await expect.poll(() => renderToStaticMarkup(<Part of="0.0405" />)).toBe('<b>0.0405</b>')
})

it('fetches its code once, and again after a failure', async () => {
  let asked = 0
  const Part = fetched(async () => {
    asked += 1
    if (asked === 1) throw new Error('no network')
    return Price
  })
  Part.fetch()
  Part.fetch()
  expect(asked).toBe(1)
  await expect
    .poll(() => {
      Part.fetch()
      return renderToStaticMarkup(<Part of="0.0405" />)
    })
    .toBe('<b>0.0405</b>')
  expect(asked).toBe(2)
})
