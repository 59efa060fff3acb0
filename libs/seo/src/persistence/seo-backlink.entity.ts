import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A link from a page to a site. */
@Entity('seo_backlink')
export class SeoBacklink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** The address of the linking page; marked if the page has further links, see `pageUrl`. */
  @Column({ type: 'text', collation: 'C' })
  fromUrl!: string;

  /** The address as a search compares it. */
  @Column({ type: 'text', collation: 'C' })
  searchText!: string;

  /** The host as a search by domain compares it: `reversedHost`. */
  @Column({ type: 'text', collation: 'C' })
  hostKey!: string;

  @Column({ type: 'text', nullable: true })
  toUrl!: string | null;

  @Column({ type: 'text', nullable: true })
  anchor!: string | null;

  @Column({ type: 'text', nullable: true })
  title!: string | null;

  @Column({ type: 'text', nullable: true })
  source!: string | null;

  @Column({ type: 'double precision', nullable: true })
  qualityScore!: number | null;

  /** What a file of our own supplied, else the score of the vendor: `pageAuthorityOf`. */
  @Column({ type: 'double precision', nullable: true })
  pageAuthority!: number | null;

  @Column({ type: 'double precision', nullable: true })
  domainAuthority!: number | null;

  @Column({ type: 'boolean', nullable: true })
  nofollow!: boolean | null;

  @Column({ type: 'date', nullable: true })
  firstSeen!: string | null;

  @Column({ type: 'date', nullable: true })
  lastSeen!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;

  /** The address if `fromUrl` is marked; null for the first link of a page. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  pageUrl!: string | null;

  @Column({ type: 'double precision', nullable: true })
  semrushAscore!: number | null;

  @Column({ type: 'double precision', nullable: true })
  ahrefsUr!: number | null;

  /** The vendor no longer finds the link. */
  @Column({ type: 'boolean', default: false })
  isLost!: boolean;
}
