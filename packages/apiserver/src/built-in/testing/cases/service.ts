import type { CaseStep, Cases } from '../built-in-cases.ts'

const table = { table: true }
const ports = [{ port: 80 }]
const spec = (patch: object): CaseStep => ({ patch: { spec: patch } })

export const serviceCases: Readonly<Record<string, Cases>> = {
  'v1 Service': {
    empty: {},
    minimal: [
      { spec: { ports, selector: { a: 'b' } } },
      {
        table,
        'other address': spec({ clusterIP: '10.0.0.3', clusterIPs: ['10.0.0.3'] }),
        'no address': spec({ clusterIP: null, clusterIPs: null }),
        'node ports': spec({ type: 'NodePort' }),
        'an external name': spec({ type: 'ExternalName', externalName: 'example.com' }),
        balanced: spec({ type: 'LoadBalancer' }),
        selector: spec({ selector: { c: 'd' } }),
        'ingress of one that has none': {
          at: 'status',
          patch: { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } },
        },
      },
    ],
    headless: [{ spec: { clusterIP: 'None', selector: { a: 'b' } } }, { table, ports: spec({ ports }) }],
    'headless and open': { spec: { clusterIP: 'None', ports } },
    'a chosen address': { spec: { clusterIP: '10.0.0.5', ports } },
    'an address of another range': [{ spec: { clusterIP: '1.2.3.4', ports } }, { read: {} }],
    'no address at all': { spec: { clusterIP: 'x', ports } },
    'node ports': [
      { spec: { type: 'NodePort', ports } },
      {
        table,
        back: spec({ type: 'ClusterIP' }),
        'another port': spec({
          ports: [
            { port: 80, name: 'a' },
            { port: 81, name: 'b' },
          ],
        }),
      },
    ],
    'a chosen node port': { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 30123 }] } },
    'a node port out of range': [{ spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] } }, { read: {} }],
    'a node port without need': { spec: { ports: [{ port: 80, nodePort: 30124 }] } },
    balanced: [
      { spec: { type: 'LoadBalancer', ports, externalTrafficPolicy: 'Local' } },
      {
        table,
        back: spec({ type: 'ClusterIP' }),
        ingress: { at: 'status', isKept: true, patch: { status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } } },
        'table with ingress': table,
      },
    ],
    'balanced without node ports': {
      spec: { type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: false, loadBalancerClass: 'a/b' },
    },
    'an external name': [
      { spec: { type: 'ExternalName', externalName: 'example.com' } },
      { table, 'as a cluster service': spec({ type: 'ClusterIP', ports, externalName: null }) },
    ],
    'an external name without one': { spec: { type: 'ExternalName' } },
    'several ports': {
      spec: {
        ports: [
          { port: 80, name: 'a', targetPort: 'web' },
          { port: 80, name: 'b', protocol: 'UDP' },
        ],
      },
    },
    'bad ports': {
      spec: {
        ports: [
          { port: 0 },
          { port: 80, name: 'A_' },
          { port: 80, name: 'x', protocol: 'Nope', targetPort: 'Bad_' },
          { port: 80, name: 'x', targetPort: 99999 },
        ],
      },
    },
    'ports twice': {
      spec: {
        ports: [
          { port: 80, name: 'a' },
          { port: 80, name: 'b' },
        ],
      },
    },
    affinity: { spec: { ports, sessionAffinity: 'ClientIP' } },
    'bad affinity': { spec: { ports, sessionAffinity: 'Nope' } },
    'too long affinity': {
      spec: { ports, sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 100000 } } },
    },
    'an unknown type': { spec: { ports, type: 'Nope' } },
    'external addresses': { spec: { ports, externalIPs: ['1.2.3.4', '127.0.0.1', 'x'] } },
    'two families': { spec: { ports, ipFamilyPolicy: 'RequireDualStack' } },
    'the other family': { spec: { ports, ipFamilies: ['IPv6'] } },
    'two families if possible': { spec: { ports, ipFamilyPolicy: 'PreferDualStack' } },
    'bad traffic': {
      spec: {
        ports,
        externalTrafficPolicy: 'Local',
        internalTrafficPolicy: 'Nope',
        trafficDistribution: 'Nope',
        loadBalancerSourceRanges: ['x'],
        healthCheckNodePort: 1,
      },
    },
    'a bad name': { metadata: { name: 'a.b' }, spec: { ports } },
    'a bad selector': { spec: { ports, selector: { 'a b': 'c d' } } },
  },
}
