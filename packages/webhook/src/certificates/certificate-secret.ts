/** Encodes issued certificates as a Secret, and decodes them. */
import type { Ref } from '@kubewright/core'
import type { Secret, SecretInput } from '@kubewright/kubernetes/core/v1'
import { secretKeys } from '../names.ts'
import { bundleOf, type IssuedCertificates, type KeptCertificates } from './issued-certificates.ts'
import { certificatesIn } from './serving-certificate.ts'

/** The content of the Secret; missing keys are empty. */
export function keptIn({ data = {} }: Pick<Secret, 'data'>): KeptCertificates {
  const text = (key: string) => Buffer.from(data[key] ?? '', 'base64').toString('utf8')
  const bundle = text(secretKeys.bundle)
  const next = { certificate: text(secretKeys.nextAuthority), key: text(secretKeys.nextAuthorityKey) }
  return {
    serving: { certificate: text(secretKeys.certificate), key: text(secretKeys.key) },
    issuing: { certificate: certificatesIn(bundle)[0] ?? '', key: text(secretKeys.authorityKey) },
    next: next.certificate === '' ? undefined : next,
    bundle,
  }
}

/** A new Secret, or `existing` with its certificates replaced and everything else unchanged. */
export function secretOf(
  issued: IssuedCertificates,
  nowMs: number,
  { ref, existing }: { readonly ref: Ref; readonly existing: Secret | undefined },
): SecretInput {
  const { serving, issuing, next } = issued
  const texts = {
    [secretKeys.certificate]: serving.certificate,
    [secretKeys.key]: serving.key,
    [secretKeys.bundle]: bundleOf(issued, nowMs),
    [secretKeys.authorityKey]: issuing.key,
    ...(next === undefined
      ? {}
      : { [secretKeys.nextAuthority]: next.certificate, [secretKeys.nextAuthorityKey]: next.key }),
  }
  const own: readonly string[] = Object.values(secretKeys)
  const others = Object.entries(existing?.data ?? {}).filter(([key]) => !own.includes(key))
  const encoded = Object.entries(texts).map(([key, value]) => [key, Buffer.from(value).toString('base64')])
  const data = Object.fromEntries([...others, ...encoded]) as Readonly<Record<string, string>>
  if (existing !== undefined) return { ...existing, data }
  return { metadata: { name: ref.name, namespace: ref.namespace }, type: 'kubernetes.io/tls', data }
}
