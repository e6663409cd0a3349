/** Built-in types as drafts hold them: anything may be missing, any text may stand where some are expected. */
import type { Draft } from '../object/draft.ts'

/** `Type` before it was checked, and open to changes. */
export type Loose<Type> = Type extends null
  ? undefined
  : Type extends string
    ? string
    : Type extends readonly (infer Item)[]
      ? Loose<Item>[]
      : Type extends object
        ? { -readonly [Key in keyof Type]?: Loose<Type[Key]> | undefined }
        : Type

/**
 * The draft as one of a known kind.
 *
 * Assumptions: it was decoded as that kind, so what is there has the right type.
 */
export function loosely<Type>(draft: Draft): Loose<Type> {
  return draft as unknown as Loose<Type>
}
