/** A value without members. A branded one, such as `string & {}`, is assignable to `object` and must be told apart first. */
type Primitive = string | number | bigint | boolean | symbol | null | undefined

/** Never there at run time. */
declare const alreadyReadonly: unique symbol

/**
 * `T`, of which `DeepReadonly` knows that it is read-only all the way down: it gives `T` back, under its own name and without
 * walking through it. For generated types with hundreds of fields.
 */
export type AlreadyReadonly<T> = T & { readonly [alreadyReadonly]?: T }

/** `T` with every property and array read-only, all the way down. Costs nothing at run time. */
export type DeepReadonly<T> = T extends Primitive | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? IsMarked<T> extends true
        ? NonNullable<T[keyof T & typeof alreadyReadonly]>
        : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
      : T

/** A type with any symbol for a key has every mark, and none was put there on purpose. */
type IsMarked<T> = symbol extends keyof T ? false : typeof alreadyReadonly extends keyof T ? true : false
