// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.
export const shapes = `
ConditionStatus =string
ConversionStrategyType =string
CustomResourceColumnDefinition name:string=1 type:string=2 format?string=3 description?string=4 priority?int32=5 jsonPath:string=6
CustomResourceConversion strategy:ConversionStrategyType=1 webhook?*WebhookConversion=2
CustomResourceDefinition ^meta/v1.TypeMeta metadata?meta/v1.ObjectMeta=1 spec:CustomResourceDefinitionSpec=2 status?CustomResourceDefinitionStatus=3
CustomResourceDefinitionCondition type:CustomResourceDefinitionConditionType=1 status:ConditionStatus=2 lastTransitionTime?meta/v1.Time=3 reason?string=4 message?string=5 observedGeneration?int64=6
CustomResourceDefinitionConditionType =string
CustomResourceDefinitionNames plural:string=1 singular?string=2 shortNames?[]string=3 kind:string=4 listKind?string=5 categories?[]string=6
CustomResourceDefinitionSpec group:string=1 names:CustomResourceDefinitionNames=3 scope:ResourceScope=4 versions:[]CustomResourceDefinitionVersion=7 conversion?*CustomResourceConversion=9 preserveUnknownFields?bool=10
CustomResourceDefinitionStatus conditions:[]CustomResourceDefinitionCondition=1 acceptedNames:CustomResourceDefinitionNames=2 storedVersions:[]string=3 observedGeneration?int64=4
CustomResourceDefinitionVersion name:string=1 served:bool=2 storage:bool=3 deprecated?bool=7 deprecationWarning?*string=8 schema?*CustomResourceValidation=4 subresources?*CustomResourceSubresources=5 additionalPrinterColumns?[]CustomResourceColumnDefinition=6 selectableFields?[]SelectableField=9
CustomResourceSubresourceScale specReplicasPath:string=1 statusReplicasPath:string=2 labelSelectorPath?*string=3
CustomResourceSubresourceStatus
CustomResourceSubresources status?*CustomResourceSubresourceStatus=1 scale?*CustomResourceSubresourceScale=2
CustomResourceValidation openAPIV3Schema?*JSONSchemaProps=1
ExternalDocumentation description?string=1 url?string=2
FieldValueErrorReason =string
JSONSchemaDefinitions =map[string]JSONSchemaProps
JSONSchemaDependencies =map[string]apiextensions/v1.JSONSchemaPropsOrStringArray
JSONSchemaProps id?string=1 $schema?JSONSchemaURL=2 $ref?*string=3 description?string=4 type?string=5 format?string=6 title?string=7 default?*apiextensions/v1.JSON=8 maximum?*float64=9 exclusiveMaximum?bool=10 minimum?*float64=11 exclusiveMinimum?bool=12 maxLength?*int64=13 minLength?*int64=14 pattern?string=15 maxItems?*int64=16 minItems?*int64=17 uniqueItems?bool=18 multipleOf?*float64=19 enum?[]apiextensions/v1.JSON=20 maxProperties?*int64=21 minProperties?*int64=22 required?[]string=23 items?*apiextensions/v1.JSONSchemaPropsOrArray=24 allOf?[]JSONSchemaProps=25 oneOf?[]JSONSchemaProps=26 anyOf?[]JSONSchemaProps=27 not?*JSONSchemaProps=28 properties?map[string]JSONSchemaProps=29 additionalProperties?*apiextensions/v1.JSONSchemaPropsOrBool=30 patternProperties?map[string]JSONSchemaProps=31 dependencies?JSONSchemaDependencies=32 additionalItems?*apiextensions/v1.JSONSchemaPropsOrBool=33 definitions?JSONSchemaDefinitions=34 externalDocs?*ExternalDocumentation=35 example?*apiextensions/v1.JSON=36 nullable?bool=37 x-kubernetes-preserve-unknown-fields?*bool=38 x-kubernetes-embedded-resource?bool=39 x-kubernetes-int-or-string?bool=40 x-kubernetes-list-map-keys?[]string=41 x-kubernetes-list-type?*string=42 x-kubernetes-map-type?*string=43 x-kubernetes-validations?ValidationRules=44
JSONSchemaURL =string
ResourceScope =string
SelectableField jsonPath:string=1
ServiceReference namespace:string=1 name:string=2 path?*string=3 port?*int32=4
ValidationRule rule:string=1 message?string=2 messageExpression?string=3 reason?*FieldValueErrorReason=4 fieldPath?string=5 optionalOldSelf?*bool=6
ValidationRules =[]ValidationRule
WebhookClientConfig url?*string=3 service?*ServiceReference=1 caBundle?[]uint8=2
WebhookConversion clientConfig?*WebhookClientConfig=2 conversionReviewVersions:[]string=3
`
