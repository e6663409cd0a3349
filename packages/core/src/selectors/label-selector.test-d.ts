import { compileLabelSelector, type LabelSelector } from './label-selector.ts'

/** As kinds generated from an API server's schema have it. */
interface GeneratedSelector {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: string
    readonly values?: readonly string[]
  }[]
}

declare const generated: GeneratedSelector
const selector: LabelSelector = generated
compileLabelSelector(selector)
compileLabelSelector('app=web')
compileLabelSelector([{ key: 'app', operator: 'In', values: ['web'] }])

// @ts-expect-error no selector at all is neither "everything" nor "nothing": the caller has to say which
compileLabelSelector(undefined)

// @ts-expect-error labels are not a selector; write { matchLabels: … }
compileLabelSelector({ app: 'web' })

// @ts-expect-error an operator that does not exist
compileLabelSelector([{ key: 'app', operator: 'Like', values: ['web'] }])
