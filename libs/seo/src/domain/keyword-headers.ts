/**
 * What Keyword Planner calls its volumes, in the languages of its page, as {@link foldedName} leaves it. Its `Currency` is
 * that of the bids.
 */
export const PLANNER_VOLUMES = [
  'avgmonthlysearches',
  ...['durchschnsuchanfragenpromonat', 'durchschnittlsuchanfragenpromonat', 'durchschnmonatlichesuchanfragen'],
  ...['nombremoyenderecherchesmensuelles', 'recherchesmensuellesmoyennes', 'moyrecherchesmensuelles'],
  ...['promediodebúsquedasmensuales', 'prombúsquedasmensuales', 'promdebúsquedasmensuales'],
  '月間平均検索ボリューム',
  ...['平均每月搜索量', '平均每月搜尋量'],
];

/**
 * How exports name the columns of keywords, the best first: English, German, French, Spanish, Japanese and Chinese.
 * Ahrefs' `Global volume` is no volume of a market and is never read.
 */
export const KEYWORD_SPELLINGS = {
  keyword: [
    ...['keyword', 'topqueries', 'queries', 'query', 'keywordbyrelevance'],
    ...['suchbegriff', 'schlüsselwort', 'häufigstesuchanfragen', 'suchanfragen', 'suchanfrage'],
    ...['motclé', 'motsclés', 'requêteslesplusfréquentes', 'requêtes', 'requête'],
    ...['palabraclave', 'palabrasclave', 'consultasprincipales', 'consultas', 'consulta'],
    ...['キーワード', '検索キーワード', '上位のクエリ', 'クエリ'],
    ...['关键字', '关键词', '關鍵字', '關鍵詞', '关键字按相关性排序', '热门查询', '排名靠前的查询', '熱門查詢', '查询'],
  ],
  search_volume: [
    ...['searchvolume', 'volume', ...PLANNER_VOLUMES],
    ...['suchvolumen', 'volumederecherche', 'volumendebúsqueda', 'volumendebúsquedas'],
    ...['検索ボリューム', '月間検索ボリューム', '月間検索数', '搜索量', '月搜索量', '月均搜索量', '搜尋量'],
  ],
  keyword_difficulty: [
    ...['keyworddifficulty', 'keyworddifficultyindex', 'difficulty', 'kd'],
    ...['keywordschwierigkeit', 'difficultédumotclé', 'dificultaddelapalabraclave', 'キーワード難易度'],
    ...['关键词难度', '关键字难度'],
  ],
  cpc: ['cpc', 'クリック単価', '每次点击费用'],
  cpc_currency: ['cpccurrency'],
  competition_index: [
    ...['competitionindexedvalue', 'competitionindex', 'competitionscore', 'wettbewerbindexierterwert'],
    ...['concurrencevaleurindexée', 'competenciavalorindexado', '競合性インデックス値', '競合性指数値'],
    ...['竞争程度指数值', '竞争程度索引值', '競爭程度索引值'],
  ],
  competition: [
    ...['competition', 'competitivedensity', 'wettbewerb', 'concurrence', 'competencia', '競合性'],
    ...['竞争程度', '竞争', '競爭程度'],
  ],
  number_of_results: [
    ...['numberofresults', 'anzahldersuchergebnisse', 'anzahlderergebnisse', 'nombrederésultats'],
    ...['númeroderesultados', '検索結果数', '搜索结果数', '结果数', '收录量'],
  ],
  trend_score: ['trendscore'],
  commercial_score: ['commercialscore'],
  overall_score: ['overallscore'],
  kws: ['kws'],
  clicks: ['clicks', 'klicks', 'clics', 'クリック数', '点击次数', '点击量', '點擊次數'],
  impressions: ['impressions', 'impressionen', 'impresiones', '表示回数', '展示', '展示次数', '曝光', '曝光次數'],
  ctr: ['ctr', 'klickrate', 'tauxdeclics', '点击率', '點閱率'],
  position: [
    ...['position', 'averageposition', 'durchschnittlicheposition', 'positionmoyenne', 'posición', 'posiciónmedia'],
    ...['掲載順位', '平均掲載順位', '排名', '平均排名'],
  ],
  metric_source: ['metricsource'],
  as_of: ['asof'],
  vendor_as_of: ['lastupdate', 'timestamp'],
  language: ['language', 'languages'],
  market: ['market', 'database', 'country'],
  source: ['source'],
} as const satisfies Record<string, readonly string[]>;

export type KeywordField = keyof typeof KEYWORD_SPELLINGS;

/** A file of keywords without any of these has no metrics. */
export const KEYWORD_METRICS: readonly KeywordField[] = [
  ...(['search_volume', 'keyword_difficulty', 'cpc', 'competition_index', 'competition', 'number_of_results'] as const),
  ...(['trend_score', 'commercial_score', 'overall_score', 'kws', 'clicks', 'impressions', 'ctr', 'position'] as const),
];
