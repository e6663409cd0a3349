/** A value without members. A branded one, such as `string & {}`, is assignable to `object`, so it must be excluded first. */
type Primitive = string | number | bigint | boolean | symbol | null | undefined

/** Type-level only; never exists at run time. */
declare const alreadyReadonly: unique symbol

/**
 * Marks `T` as already deeply read-only: `DeepReadonly` returns it under its own name, without recursing into it. For generated types
 * with hundreds of fields.
 */
export type AlreadyReadonly<T> = T & { readonly [alreadyReadonly]?: T }

/** `T` with every property and array recursively read-only. No run-time cost. */
export type DeepReadonly<T> = T extends Primitive | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? IsMarked<T> extends true
        ? NonNullable<T[keyof T & typeof alreadyReadonly]>
        : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T

/** A type with a symbol index signature appears to have the mark, without having been marked. */
type IsMarked<T> = symbol extends keyof T ? false : typeof alreadyReadonly extends keyof T ? true : false
