/** Built-in types as drafts hold them: any field may be missing, and enums may hold any string. */
import type { Draft } from './draft.ts'

/** `Type` before validation, and mutable. */
export type Unvalidated<Type> = Type extends null
  ? undefined
  : Type extends string
    ? string
    : Type extends readonly (infer Item)[]
      ? Unvalidated<Item>[]
      : Type extends object
        ? { -readonly [Key in keyof Type]?: Unvalidated<Type[Key]> | undefined }
        : Type

/**
 * Casts a draft to a known kind.
 *
 * Assumptions: it was decoded as that kind, so the fields that are present have the right type.
 */
export function unvalidated<Type>(draft: Draft): Unvalidated<Type> {
  return draft as unknown as Unvalidated<Type>
}
