/** Headers: content negotiation, authentication, and nonsense. */
import type { Dice } from '../dice.ts'
import { hostileText } from '../hostile-text.ts'

const accepts: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io, application/json',
  'application/yaml;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=Table;v=v9;g=meta.k8s.io',
  'application/json;as=Nothing;v=v1;g=nowhere',
  'application/json;stream=watch',
  'application/cbor',
  'text/html',
  '*/*',
  '*',
  'application/*;q=0.5',
  ';;;',
  '',
  'application/json;q=nan',
  `${'application/json,'.repeat(2_000)}*/*`,
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
]

export const contentTypes: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/apply-patch+cbor',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'APPLICATION/JSON',
  ';',
  '',
]

const authorizations: readonly string[] = [
  'Bearer ',
  'Bearer wrong',
  'bearer a b c',
  'Basic YTpi',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJrdWJlcm5ldGVzL3NlcnZpY2VhY2NvdW50In0.AAAA',
  `Bearer ${'a'.repeat(8_000)}`,
  'Bearer ..',
]

type Make = (dice: Dice) => Readonly<Record<string, string>>

const makers: readonly (readonly [number, Make])[] = [
  [6, (dice) => ({ accept: dice.pick(accepts) })],
  [4, (dice) => ({ 'content-type': dice.pick(contentTypes) })],
  [1, (dice) => ({ authorization: dice.pick(authorizations) })],
  [2, (dice) => ({ 'impersonate-user': headerText(dice) })],
  [1, (dice) => ({ 'impersonate-group': headerText(dice) })],
  [1, () => ({ 'impersonate-user': 'ann', 'impersonate-group': 'system:masters', 'impersonate-uid': '1' })],
  [
    1,
    (dice) => ({
      'impersonate-user': 'ann',
      [`impersonate-extra-${dice.pick(['a', '%zz', '%41', '__proto__', ''])}`]: 'b',
    }),
  ],
  [1, (dice) => ({ 'audit-id': headerText(dice) })],
  [1, (dice) => ({ 'user-agent': headerText(dice) })],
  [1, (dice) => ({ 'content-encoding': dice.pick(['gzip', 'br', 'identity', 'a']) })],
  [1, (dice) => ({ 'if-none-match': headerText(dice), 'if-match': headerText(dice) })],
  [1, (dice) => ({ [`x-${dice.pick(['a', 'remote-user', 'forwarded-for'])}`]: headerText(dice) })],
]

export function hostileHeaders(dice: Dice): Readonly<Record<string, string>> {
  return dice.weighted(makers)(dice)
}

/** A text that HTTP accepts as the value of a header. */
function headerText(dice: Dice): string {
  return hostileText(dice)
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 16_000)
    .trim()
}
