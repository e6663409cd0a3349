import { describe, expect, it } from 'vitest'
import { childrenOf } from './children.ts'
import { skipWorkloadLabel } from './names.ts'
import { defaultHosting } from './settings.ts'
import { siteWith, themeWith } from './testing/objects.ts'

const site = siteWith({ theme: 'exciting' })

describe('the child objects of a website', () => {
  it('are the same for the same website', () => {
    expect(childrenOf(site, themeWith(), defaultHosting)).toEqual(childrenOf(site, themeWith(), defaultHosting))
  })

  it('have an Ingress as the platform is configured', () => {
    const ingress = {
      className: 'nginx',
      hosts: ['a.example.dev', 'b.example.dev'],
      tlsSecretName: 'wildcard',
      annotations: { 'example.dev/zone': 'eu' },
    }
    const { object } = childrenOf(site, themeWith(), { ...defaultHosting, ingress }).ingress
    expect(object.metadata?.annotations).toEqual({ 'example.dev/zone': 'eu' })
    expect(object.spec).toMatchObject({
      ingressClassName: 'nginx',
      rules: [{ host: 'a.example.dev' }, { host: 'b.example.dev' }],
      tls: [{ hosts: ingress.hosts, secretName: 'wildcard' }],
    })
    const skipped = siteWith({}, { labels: { [skipWorkloadLabel]: 'true' } })
    const fake = childrenOf(skipped, themeWith(), { ...defaultHosting, ingress }).ingress
    expect(fake.object.spec?.ingressClassName).toBe('fake')
  })

  it('have operator labels that labels of the website cannot override', () => {
    const labels = { app: 'other', website: 'other', 'app.kubernetes.io/managed-by': 'me', team: 'blue' }
    const { object } = childrenOf(siteWith({}, { labels }), themeWith(), defaultHosting).service
    expect(object.metadata?.labels).toMatchObject({
      app: 'website',
      website: 'homepage',
      'app.kubernetes.io/managed-by': 'webhosting-operator',
      team: 'blue',
    })
    expect(object.spec?.selector).not.toHaveProperty('team')
  })

  it('do not inherit sharding labels from the website', () => {
    const labels = { 'shard.kubewright.dev/x': 'a', 'drain.kubewright.dev/x': 'true', 'board.kubewright.dev/x': 'b' }
    const { object } = childrenOf(siteWith({}, { labels }), themeWith(), defaultHosting).service
    expect(object.metadata?.labels).toMatchObject({ 'board.kubewright.dev/x': 'b' })
    expect(Object.keys(object.metadata?.labels ?? {})).toHaveLength(5)
  })

  it('get a new pod template only if the page changes', () => {
    const checksum = (color: string, labels = {}) => {
      const children = childrenOf(siteWith({}, { labels }), themeWith({ color }), defaultHosting)
      return children.deployment.object.spec?.template?.metadata?.annotations?.['checksum/configmap']
    }
    expect(checksum('red')).toMatch(/^[0-9a-f]{64}$/)
    expect(checksum('red', { team: 'blue' })).toBe(checksum('red'))
    expect(checksum('blue')).not.toBe(checksum('red'))
  })

  it('have a restricted security context and no service account token', () => {
    const { spec } = childrenOf(site, themeWith(), defaultHosting).deployment.object.spec!.template!
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          volumeMounts: [{ readOnly: true }, { readOnly: true }],
        },
      ],
    })
  })
})
