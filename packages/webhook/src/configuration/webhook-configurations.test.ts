import { Deployment, Namespace, Pod, StatefulSet } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { defineAdmission } from '../admission/define-admission.ts'
import { Website } from '../testing/website.ts'
import { conversionWebhook, hostsOf } from './webhook-address.ts'
import { webhookConfigurations } from './webhook-configurations.ts'

const service = { name: 'hooks', namespace: 'web' }

describe('webhookConfigurations', () => {
  it('sets every field, so that the API server adds no defaults', () => {
    const websites = defineAdmission({ for: Website, fill: () => ({}), validate: { update: () => [] } })
    const [mutating, validating, ...others] = webhookConfigurations([websites], {
      name: 'website-operator',
      service,
      caBundle: 'PEM',
      labels: { team: 'web' },
      annotations: { 'cert-manager.io/inject-ca-from': 'web/hooks' },
    })
    expect(others).toEqual([])
    expect(mutating!.object).toEqual({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: {
        name: 'website-operator',
        labels: { team: 'web', 'kubewright.dev/webhooks': 'website-operator' },
        annotations: { 'cert-manager.io/inject-ca-from': 'web/hooks' },
      },
      webhooks: [
        {
          name: 'website.web.example.dev',
          admissionReviewVersions: ['v1'],
          clientConfig: {
            service: { name: 'hooks', namespace: 'web', path: '/mutate/website.web.example.dev', port: 443 },
            caBundle: 'UEVN',
          },
          failurePolicy: 'Fail',
          matchPolicy: 'Equivalent',
          namespaceSelector: {},
          objectSelector: {},
          rules: [
            {
              apiGroups: ['web.example.dev'],
              apiVersions: ['v1alpha1'],
              operations: ['CREATE', 'UPDATE'],
              resources: ['websites'],
              scope: 'Namespaced',
            },
          ],
          sideEffects: 'None',
          timeoutSeconds: 10,
          reinvocationPolicy: 'IfNeeded',
        },
      ],
    })
    expect(validating!.object).toMatchObject({
      kind: 'ValidatingWebhookConfiguration',
      webhooks: [
        {
          rules: [{ operations: ['UPDATE'] }],
          clientConfig: { service: { path: '/validate/website.web.example.dev' } },
        },
      ],
    })
    expect(validating!.object.webhooks![0]).not.toHaveProperty('reinvocationPolicy')
  })

  it('has a rule for each kind, and names subresources', () => {
    const all = defineAdmission({
      for: [Deployment, StatefulSet, Namespace],
      subresource: 'status',
      name: 'all.policy.example.dev',
      validate: { create: () => [] },
    })
    const [{ object } = { object: undefined }] = webhookConfigurations([all], {
      name: 'policy',
      url: 'https://x.dev:9443/',
    })
    expect(object?.webhooks?.[0]).toMatchObject({
      clientConfig: { url: 'https://x.dev:9443/validate/all.policy.example.dev' },
      rules: [
        { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments/status'], scope: 'Namespaced' },
        { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['statefulsets/status'], scope: 'Namespaced' },
        { apiGroups: [''], apiVersions: ['v1'], resources: ['namespaces/status'], scope: 'Cluster' },
      ],
    })
    expect(object?.webhooks?.[0]?.clientConfig).not.toHaveProperty('caBundle')
  })

  it('contains selectors and match conditions', () => {
    const scope = {
      namespaceSelector: { matchLabels: { a: 'b' } },
      objectSelector: { matchLabels: { c: 'd' } },
      matchConditions: [{ name: 'x', expression: 'true' }],
    }
    const pods = defineAdmission({
      for: Pod,
      name: 'pods.policy.example.dev',
      validate: { create: () => [] },
      ...scope,
    })
    expect(webhookConfigurations([pods], { name: 'policy', service })[0]?.object.webhooks?.[0]).toMatchObject(scope)
  })

  it('refuses two admissions of one name', () => {
    const one = defineAdmission({ for: Website, validate: { create: () => [] } })
    const two = defineAdmission({ for: Website, validate: { delete: () => [] } })
    expect(() => webhookConfigurations([one, two], { name: 'x', service })).toThrow(
      'Cannot serve the admission website.web.example.dev: another webhook has that name. Give one of the two another `name`.',
    )
  })
})

describe('webhook addresses', () => {
  it.each([
    { address: { service }, hosts: ['hooks.web.svc', 'hooks.web.svc.cluster.local'] },
    { address: { url: 'https://laptop.example.dev:9443/x' }, hosts: ['laptop.example.dev'] },
    { address: { url: 'https://[::1]:9443' }, hosts: ['::1'] },
  ])('require a certificate for the hosts $hosts', ({ address, hosts }) => {
    expect(hostsOf(address)).toEqual(hosts)
  })

  it('become the client config of the conversion webhook', () => {
    expect(conversionWebhook({ url: 'https://x.dev', caBundle: 'PEM' })).toEqual({
      url: 'https://x.dev/convert',
      caBundle: 'UEVN',
    })
  })
})
