// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
AggregationRule clusterRoleSelectors?[]meta/v1.LabelSelector=1
ClusterRole ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 rules:[]PolicyRule=2 aggregationRule?*AggregationRule=3
ClusterRoleBinding ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 subjects?[]Subject=2 roleRef:RoleRef=3
PolicyRule verbs:[]string=1 apiGroups?[]string=2 resources?[]string=3 resourceNames?[]string=4 nonResourceURLs?[]string=5
Role ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 rules:[]PolicyRule=2
RoleBinding ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 subjects?[]Subject=2 roleRef:RoleRef=3
RoleRef apiGroup:string=1 kind:string=2 name:string=3
Subject kind:string=1 apiGroup?string=2 name:string=3 namespace?string=4
`
