import { protectionCalls, type ProtectionLimitView } from '@parley/contracts'
import { Button } from '../../components/Button.tsx'
import { Input } from '../../components/Input.tsx'
import { Refused } from '../../components/Refused.tsx'
import { Select } from '../../components/Select.tsx'
import { LABEL_CHARACTERS, NAME_CHARACTERS } from '../../components/text-limit.ts'
import { toast } from '../../components/toasts.ts'
import { type Form, useForm } from '../../components/use-form.ts'
import { write } from '../../live/api.ts'
import { readProtection } from '../../live/protection.ts'
import { productName } from '../../live/product-name.ts'
import { bodyOf, checkLimit, figureFields, type LimitTexts, textsOf } from './limit-form.ts'
import styles from './Protection.module.css'
import { refusalOf } from './refusal-of.ts'
import { stillThereText, unreachedIn } from './resetting.ts'
import { measureLabels, unitOf } from './protection-text.ts'

type LimitFormProps = {
  /** Undefined for a new limit. */
  readonly limit: ProtectionLimitView | undefined
  readonly products: readonly string[]
  readonly onClose: () => void
}

/** Creates or edits a limit. It applies as soon as the server has accepted it. */
export function LimitForm({ limit, products, onClose }: LimitFormProps) {
  const form = useForm<LimitTexts>({
    initial: textsOf(limit, products[0] ?? 'DO'),
    most: { id: NAME_CHARACTERS, label: LABEL_CHARACTERS },
    check: checkLimit,
    send: async (texts) => {
      try {
        const answer = await write(protectionCalls.setLimit, { params: { id: texts.id.trim() }, body: bodyOf(texts) })
        await readProtection()
        const unreached = unreachedIn(answer)
        if (unreached !== undefined)
          toast({ key: 'limit', tone: 'warn', title: 'Saved, not yet active everywhere', text: stillThereText(unreached) })
        onClose()
        return undefined
      } catch (error) {
        return refusalOf(error)
      }
    },
  })
  return (
    <form className={styles['form']} onSubmit={form.onSubmit} noValidate>
      <h3>{limit === undefined ? 'Set a limit' : `Edit ${limit.id}`}</h3>
      <div className={styles['pair']}>
        <Input
          label="Name"
          readOnly={limit !== undefined}
          {...form.field('id')}
          hint={limit === undefined ? 'Choose a name without spaces.' : 'The name cannot be changed.'}
        />
        <Select
          label="Product"
          value={form.values.product}
          options={products.map((code) => ({ value: code, label: `${productName(code)} · ${code}` }))}
          onChange={(product) => form.change('product', product)}
        />
      </div>
      <Input label="Label (for a group of quotes)" {...form.field('label')} hint="Only quotes with this label are counted and frozen." />
      <div className={styles['triple']}>
        <Input label="Window" inputMode="decimal" after="s" {...form.field('window')} />
        <Select
          label="Freeze when triggered"
          value={form.values.ends}
          options={[
            { value: 'after', label: 'for a time' },
            { value: 'reset', label: 'until reset' },
          ]}
          onChange={(ends) => form.change('ends', ends)}
        />
        {form.values.ends === 'after' && <Input label="Frozen time" inputMode="decimal" after="s" {...form.field('frozen')} />}
      </div>
      <Figures form={form} />
      <Refused words={form.refused} />
      <div className={styles['buttons']}>
        <Button onClick={onClose}>Back</Button>
        <Button type="submit" kind="primary" isBusy={form.isSending} disabledReason={form.disabledReason}>
          {limit === undefined ? 'Set limit' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

const Figures = ({ form }: { readonly form: Form<LimitTexts> }) => (
  <fieldset className={styles['figuresSet']}>
    <legend>
      How much may trade within the window. Fill in at least one field. An empty field means no limit. Delta and vega are net, in either
      direction.
    </legend>
    <div className={styles['figuresGrid']}>
      {figureFields.map((field) => (
        <Input
          key={field}
          label={measureLabels[field]}
          inputMode="decimal"
          after={unitOf(field, form.values.product)}
          {...form.field(field)}
        />
      ))}
    </div>
  </fieldset>
)
