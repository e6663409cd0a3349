/** Owner references: who an object belongs to, and so who wakes when it changes and takes it along when it goes. */

export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  /** True for the one owner that manages the object. */
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}
