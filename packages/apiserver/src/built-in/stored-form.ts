/** The collection and the storage version of built-in kinds. Two kinds are served in more versions than they are stored in. */
import type { BuiltInCodec } from '../codec/built-in-codec.ts'
import type { StorageForm } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { formatGroupResource } from '../status/failures.ts'
import { fromStoredAutoscaler, toStoredAutoscaler } from './autoscaling/autoscaler-conversion.ts'
import type { KindBehavior } from './kind-behavior.ts'
import { withoutNulls } from './null-fields.ts'
import { fromStoredEvent, toStoredEvent } from './core/event.ts'

/** Conversion of a version that is not the storage version. */
interface Conversion {
  readonly collection: string
  readonly apiVersion: string
  toStored(object: Draft): Draft
  fromStored(object: Draft): Draft
}

/** By apiVersion and kind. */
const conversions: Readonly<Record<string, Conversion>> = {
  'events.k8s.io/v1 Event': {
    collection: 'events',
    apiVersion: 'v1',
    toStored: toStoredEvent,
    fromStored: fromStoredEvent,
  },
  'autoscaling/v1 HorizontalPodAutoscaler': {
    collection: 'horizontalpodautoscalers.autoscaling',
    apiVersion: 'autoscaling/v2',
    toStored: toStoredAutoscaler,
    fromStored: fromStoredAutoscaler,
  },
}

export interface StoredKind {
  readonly group: string
  readonly apiVersion: string
  readonly kind: string
  readonly plural: string
  readonly codec: BuiltInCodec
  readonly behavior: KindBehavior
  /** The codec of the storage version. */
  readonly storedCodec: (apiVersion: string) => BuiltInCodec
}

export function storedForm({ group, apiVersion, kind, plural, codec, behavior, storedCodec }: StoredKind): StorageForm {
  const conversion = conversions[`${apiVersion} ${kind}`]
  if (conversion === undefined) {
    const collection = formatGroupResource({ group, resource: plural })
    return {
      collection,
      apiVersion,
      isIdentity: true,
      read: (objects) => objects,
      // Objects are stored exactly as Go would serialize them, so that responses can pass the stored text through.
      write(object) {
        behavior.finish?.(object)
        return codec.settle(object)
      },
    }
  }
  const target = storedCodec(conversion.apiVersion)
  return {
    collection: conversion.collection,
    apiVersion: conversion.apiVersion,
    isIdentity: false,
    read: async (objects) =>
      Promise.all(objects.map(async (object) => codec.settle(conversion.fromStored(withoutNulls(object))))),
    write: (object) => target.settle(conversion.toStored(object)),
  }
}
