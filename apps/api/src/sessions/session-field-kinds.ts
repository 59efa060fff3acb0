import { field } from '../http/fields/field';

/** One point up or down. */
export function PriorityDeltaField(): PropertyDecorator {
  return field<1 | -1>(
    {
      allowed: '1 or -1',
      schema: { type: 'integer', enum: [1, -1], description: 'The priority moves by one and stays within 0..100' },
      read: (value) => (value === 1 || value === -1 ? value : undefined),
    },
    { optional: true },
  );
}

/** A switch that acts on `true` alone. */
export function TrueField(description: string): PropertyDecorator {
  return field<boolean>(
    {
      allowed: 'true, false',
      schema: { type: 'boolean' },
      read: (value) => (typeof value === 'boolean' ? value : undefined),
    },
    { optional: true, nullable: true, description },
  );
}
