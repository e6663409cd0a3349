/** What every object of an operator is found by. Pure. */
export function labelsOf(name: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'kubewright' }
}

/** The part of them that selects its pods, and may never change. */
export function selectorOf(name: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': name }
}
