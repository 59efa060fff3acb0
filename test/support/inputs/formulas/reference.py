"""Golden values of the formula language, by a program of its own.

It shares nothing with the implementation: no parser, no rolling sums. Every
case is a formula as text beside the same thing written out in calls of the
plain functions below. None stands for "not known". Averages are computed in
exact fractions and rounded once, so that a mean of equal prices is that price.

    python3 reference.py      writes vectors.json beside this file
"""

import json
import math
import os
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

BARS = 160

# ---------------------------------------------------------------- the bars


def random_numbers(seed):
    """A linear congruential generator: integers of 16 bits."""
    state = seed
    while True:
        state = (state * 1664525 + 1013904223) % 2**32
        yield state >> 16


def limit_fen(previous, tenths):
    """previous * tenths / 10, in fen, half up."""
    return (previous * tenths + 5) // 10


# Changes of the close in fen on the first bars after bar 0, by hand: an
# unchanged day first, a run up, unchanged days, a run down, alternation.
FIRST_CHANGES = [0, 3, 5, 2, -4, 0, 0, -6, -3, -1, 4, -4, 4, -4, 7, 0, 9, 1]
FLAT = range(40, 45)  # one price, the same on all five days
LOCKED_UP = (90, 91)
LOCKED_DOWN = (120,)
SAME_HIGH = (22, 23, 57, 60, 63, 100, 103, 140)  # high of the day before
SAME_LOW = (30, 31, 71, 74, 130, 131)
UNCHANGED = (35, 66, 67, 110, 150)
SAME_VOLUME = (12, 13, 47, 88, 133)

# A condition by hand (the ST column, which no bar has to be true to life for):
# nothing at first, single events, neighbours, a long run, gaps, one at the end.
ST_PATTERN = (
    "0000010000" "1100000101" "0000000000" "0111111110"
    "0000000001" "0010010010" "0101010101" "0000000000"
    "0000000000" "0000100000" "1110111011" "1000000001"
    "0000000000" "0000000011" "1111111111" "0000010001"
)


def make_bars():
    random = random_numbers(20240607)

    def upto(n):
        return next(random) % (n + 1)

    rows = {name: [] for name in (
        "OPEN", "HIGH", "LOW", "CLOSE", "VOL", "AMOUNT", "PCT", "TURN",
        "FLOATCAP", "TOTALCAP", "ST", "LISTDAYS", "LIMITUP", "LIMITDOWN")}
    previous = previous_high = previous_low = 1005
    volume = 40000
    list_days = 57
    for i in range(BARS):
        up, down = limit_fen(previous, 11), limit_fen(previous, 9)
        if i == 0:
            close = previous + 2
        elif i <= len(FIRST_CHANGES):
            close = previous + FIRST_CHANGES[i - 1]
        elif i in UNCHANGED or (i in FLAT and i > FLAT[0]):
            close = previous
        elif i in LOCKED_UP:
            close = up
        elif i in LOCKED_DOWN:
            close = down
        else:
            pull = (1030 - previous) // 25
            close = previous + upto(60) - 30 + pull
        close = max(down, min(up, close))
        open_ = previous + upto(24) - 12
        high = max(open_, close) + upto(14)
        low = min(open_, close) - upto(14)
        if i in SAME_HIGH:
            high = max(open_, close, previous_high)
        if i in SAME_LOW:
            low = min(open_, close, previous_low)
        if i in FLAT or i in LOCKED_UP or i in LOCKED_DOWN:
            open_ = high = low = close
        if i not in SAME_VOLUME:
            volume = 15000 + upto(60000) + abs(close - previous) * 400
        list_days += 3 if i in (50, 51) else 1
        price = (open_ + high + low + close) / 400
        rows["OPEN"].append(open_ / 100)
        rows["HIGH"].append(high / 100)
        rows["LOW"].append(low / 100)
        rows["CLOSE"].append(close / 100)
        rows["VOL"].append(volume)
        rows["AMOUNT"].append(volume * 100 * price)
        rows["PCT"].append((close - previous) / previous * 100)
        rows["TURN"].append(volume / 2500000 * 100)
        rows["FLOATCAP"].append(close / 100 * 2.5)
        rows["TOTALCAP"].append(close / 100 * (4 if i < 75 else 4.4))
        rows["ST"].append(int(ST_PATTERN[i]))
        rows["LISTDAYS"].append(list_days)
        rows["LIMITUP"].append(up / 100)
        rows["LIMITDOWN"].append(down / 100)
        previous, previous_high, previous_low = close, high, low
    return rows


# ------------------------------------------------------------- the functions


def column(x):
    """A number is the same on every bar."""
    return x if isinstance(x, list) else [x] * BARS


def length(*xs):
    for x in xs:
        if isinstance(x, list):
            return len(x)
    return BARS


def each(function, *xs):
    """Bar by bar; not known where anything is not known."""
    n = length(*xs)
    xs = [x if isinstance(x, list) else [x] * n for x in xs]
    return [
        None if any(v is None for v in row) else function(*row)
        for row in zip(*xs)
    ]


def true(v):
    return v is not None and v != 0


def add(a, b):
    return each(lambda x, y: x + y, a, b)


def sub(a, b):
    return each(lambda x, y: x - y, a, b)


def mul(a, b):
    return each(lambda x, y: x * y, a, b)


def div(a, b):
    return each(lambda x, y: None if y == 0 else x / y, a, b)


def neg(a):
    return each(lambda x: -x, a)


def compare(test, a, b):
    """0 where a side is not known."""
    return [0 if v is None else v for v in each(lambda x, y: int(test(x, y)), a, b)]


def gt(a, b):
    return compare(lambda x, y: x > y, a, b)


def lt(a, b):
    return compare(lambda x, y: x < y, a, b)


def ge(a, b):
    return compare(lambda x, y: x >= y, a, b)


def le(a, b):
    return compare(lambda x, y: x <= y, a, b)


def eq(a, b):
    return compare(lambda x, y: x == y, a, b)


def ne(a, b):
    return compare(lambda x, y: x != y, a, b)


def AND(a, b):
    return [int(true(x) and true(y)) for x, y in zip(column(a), column(b))]


def OR(a, b):
    return [int(true(x) or true(y)) for x, y in zip(column(a), column(b))]


def NOT(a):
    return [int(not true(x)) for x in column(a)]


def IF(condition, a, b):
    return [
        x if true(c) else y
        for c, x, y in zip(column(condition), column(a), column(b))
    ]


def MAX(a, b):
    return each(lambda x, y: x if x > y else y, a, b)


def MIN(a, b):
    return each(lambda x, y: x if x < y else y, a, b)


def ABS(a):
    return each(abs, a)


def SQRT(a):
    return each(lambda x: None if x < 0 else math.sqrt(x), a)


def LN(a):
    return each(lambda x: None if x <= 0 else math.log(x), a)


def POW(a, b):
    def power(x, y):
        try:
            value = math.pow(x, y)
        except (ValueError, OverflowError):
            return None
        return value if math.isfinite(value) else None

    return each(power, a, b)


def BETWEEN(x, a, b):
    return OR(AND(ge(x, a), le(x, b)), AND(ge(x, b), le(x, a)))


def REF(x, n):
    x = column(x)
    return [x[i - n] if i >= n else None for i in range(len(x))]


def windows(x, n):
    """The last n values of each bar, oldest first; None before there are n.
    n = 0: all values so far."""
    x = column(x)
    for i in range(len(x)):
        if n == 0:
            yield x[: i + 1]
        else:
            yield x[i - n + 1 : i + 1] if i >= n - 1 else None


def over(function, x, n):
    """A value of full windows in which everything is known."""
    return [
        None if w is None or any(v is None for v in w) else function(w)
        for w in windows(x, n)
    ]


def over_conditions(function, x, n):
    """A value of full windows of conditions; not known is false."""
    return [
        None if w is None else function([true(v) for v in w])
        for w in windows(x, n)
    ]


def mean(w):
    return sum(map(Fraction, w)) / len(w)


def MA(x, n):
    return over(lambda w: float(mean(w)), x, n)


def SUM(x, n):
    return over(lambda w: float(sum(map(Fraction, w))), x, n)


def WMA(x, n):
    """The newest value weighs n, the oldest 1."""

    def weighted(w):
        total = sum(Fraction(v) * (k + 1) for k, v in enumerate(w))
        return float(total / (n * (n + 1) // 2))

    return over(weighted, x, n)


def STD(x, n):
    """Of the population."""

    def deviation(w):
        m = mean(w)
        return math.sqrt(sum((Fraction(v) - m) ** 2 for v in w) / len(w))

    return over(deviation, x, n)


def AVEDEV(x, n):
    def deviation(w):
        m = mean(w)
        return float(sum(abs(Fraction(v) - m) for v in w) / len(w))

    return over(deviation, x, n)


def SLOPE(x, n):
    """Of the line of least squares, a bar."""

    def slope(w):
        middle = Fraction(n - 1, 2)
        m = mean(w)
        top = sum((k - middle) * (Fraction(v) - m) for k, v in enumerate(w))
        return float(top / sum((k - middle) ** 2 for k in range(n)))

    return over(slope, x, n)


def HHV(x, n):
    return over(max, x, n)


def LLV(x, n):
    return over(min, x, n)


def bars_since_newest(w, value):
    for back in range(len(w)):
        if w[len(w) - 1 - back] == value:
            return back
    raise AssertionError


def HHVBARS(x, n):
    return over(lambda w: bars_since_newest(w, max(w)), x, n)


def LLVBARS(x, n):
    return over(lambda w: bars_since_newest(w, min(w)), x, n)


def smooth(x, weight):
    """y = weight * x + (1 - weight) * y, from the first known value on. A bar
    with an unknown value, or a weight that is no share, has no value and
    leaves y as it was."""
    y = None
    out = []
    for v, a in zip(column(x), column(weight)):
        if v is None or a is None or a < 0 or a > 1:
            out.append(None)
            continue
        y = v if y is None else a * v + (1 - a) * y
        out.append(y)
    return out


def EMA(x, n):
    return smooth(x, 2 / (n + 1))


def SMA(x, n, m):
    return smooth(x, m / n)


def DMA(x, a):
    return smooth(x, a)


def COUNT(x, n):
    return over_conditions(sum, x, n)


def EVERY(x, n):
    return over_conditions(lambda w: int(all(w)), x, n)


def EXIST(x, n):
    return over_conditions(lambda w: int(any(w)), x, n)


def LAST(x, a, b):
    """True on every bar from a bars back to b bars back, both included."""
    return over_conditions(lambda w: int(all(w[: a - b + 1])), x, a + 1)


def CROSS(a, b):
    return AND(le(REF(a, 1), REF(b, 1)), gt(a, b))


def LONGCROSS(a, b, n):
    below = lt(a, b)
    above = gt(a, b)
    return [
        int(i >= n and above[i] == 1 and all(below[i - n : i]))
        for i in range(len(above))
    ]


def BARSLAST(x):
    out, last = [], None
    for i, v in enumerate(column(x)):
        if true(v):
            last = i
        out.append(None if last is None else i - last)
    return out


def BARSLASTCOUNT(x):
    out, run = [], 0
    for v in column(x):
        run = run + 1 if true(v) else 0
        out.append(run)
    return out


def BARSSINCEN(x, n):
    """Bars since the first event among the last n bars."""
    return over_conditions(
        lambda w: n - 1 - w.index(True) if True in w else None, x, n)


def VALUEWHEN(condition, x):
    out, value = [], None
    for c, v in zip(column(condition), column(x)):
        if true(c):
            value = v
        out.append(value)
    return out


def FILTER(x, n):
    """A signal hides those of the n bars after it."""
    out, free_from = [], 0
    for i, v in enumerate(column(x)):
        hit = true(v) and i >= free_from
        if hit:
            free_from = i + n + 1
        out.append(int(hit))
    return out


def to_fen(value):
    return float(value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))


def ZTPRICE(x, rate):
    return each(lambda v, r: to_fen(Decimal(repr(v)) * (1 + Decimal(repr(r)))), x, rate)


def DTPRICE(x, rate):
    return each(lambda v, r: to_fen(Decimal(repr(v)) * (1 - Decimal(repr(r)))), x, rate)


# ------------------------------------------------ the bars as names, indicators

bars = make_bars()
O, H, L, C = bars["OPEN"], bars["HIGH"], bars["LOW"], bars["CLOSE"]
V, AMO, PCT, TURN = bars["VOL"], bars["AMOUNT"], bars["PCT"], bars["TURN"]
FLOATCAP, TOTALCAP = bars["FLOATCAP"], bars["TOTALCAP"]
ST, LISTDAYS = bars["ST"], bars["LISTDAYS"]
LIMITUP, LIMITDOWN = bars["LIMITUP"], bars["LIMITDOWN"]


def MACD_DIF(s, l):
    return sub(EMA(C, s), EMA(C, l))


def MACD_DEA(s, l, m):
    return EMA(MACD_DIF(s, l), m)


def MACD_MACD(s, l, m):
    return mul(2, sub(MACD_DIF(s, l), MACD_DEA(s, l, m)))


def KDJ_K(n, m1):
    low, high = LLV(L, n), HHV(H, n)
    return SMA(mul(div(sub(C, low), sub(high, low)), 100), m1, 1)


def KDJ_D(n, m1, m2):
    return SMA(KDJ_K(n, m1), m2, 1)


def KDJ_J(n, m1, m2):
    return sub(mul(3, KDJ_K(n, m1)), mul(2, KDJ_D(n, m1, m2)))


def BOLL_MID(n):
    return MA(C, n)


def BOLL_UB(n, p):
    return add(MA(C, n), mul(p, STD(C, n)))


def BOLL_LB(n, p):
    return sub(MA(C, n), mul(p, STD(C, n)))


def RSI(n):
    change = sub(C, REF(C, 1))
    return mul(div(SMA(MAX(change, 0), n, 1), SMA(ABS(change), n, 1)), 100)


def WR(n):
    low, high = LLV(L, n), HHV(H, n)
    return mul(100, div(sub(high, C), sub(high, low)))


def CCI(n):
    typical = div(add(add(H, L), C), 3)
    return div(mul(sub(typical, MA(typical, n)), 1000), mul(15, AVEDEV(typical, n)))


def ATR(n):
    before = REF(C, 1)
    true_range = MAX(MAX(sub(H, L), ABS(sub(before, H))), ABS(sub(before, L)))
    return MA(true_range, n)


# ------------------------------------------------------------------ the cases

cases = []


def case(formula, values, note=None):
    """A note says what a case rests on where the rules leave room."""
    cases.append((formula, column(values), note))


RISE = gt(C, REF(C, 1))
FALL = lt(C, REF(C, 1))
BODY = div(sub(C, O), sub(H, L))  # not known on bars of one price

# Fields and their other names, numbers, names, comments
case("C", C)
case("CLOSE+OPEN+HIGH+LOW", add(add(add(C, O), H), L))
case("VOL-V+AMOUNT-AMO", sub(add(sub(V, V), AMO), AMO))
case("AMO/(V*100)", div(AMO, mul(V, 100)))
case("PCT", PCT)
case("TURN*2", mul(TURN, 2))
case("FLOATCAP/TOTALCAP", div(FLOATCAP, TOTALCAP))
case("ST=0 AND LISTDAYS>=60", AND(eq(ST, 0), ge(LISTDAYS, 60)))
case("LIMITUP-LIMITDOWN", sub(LIMITUP, LIMITDOWN))
case("C=LIMITUP OR C=LIMITDOWN", OR(eq(C, LIMITUP), eq(C, LIMITDOWN)))
case("1.5", 1.5)
case("N:=5; MA(C,N)", MA(C, 5))
case("N:=5;M:=10;MA(C,N)-MA(C,M);", sub(MA(C, 5), MA(C, 10)))
case("ma(close,6) {six days}", MA(C, 6))
case("{first} A:=C-O; {then} A*A", mul(sub(C, O), sub(C, O)))
case("均线:=MA(C,10); 条件:C>均线;", gt(C, MA(C, 10)))
case("DIF:EMA(C,12)-EMA(C,26);DEA:EMA(DIF,9);HIT:CROSS(DIF,DEA) AND LISTDAYS>62;",
     AND(CROSS(MACD_DIF(12, 26), MACD_DEA(12, 26, 9)), gt(LISTDAYS, 62)))
case("a:=REF(c,1);b:=c>A;COUNT(B,5)", COUNT(RISE, 5))

# Operators and precedence
case("C-O-H", sub(sub(C, O), H))
case("C/O/2", div(div(C, O), 2))
case("C/O*100-100", sub(mul(div(C, O), 100), 100))
case("O+C*2-H/4", sub(add(O, mul(C, 2)), div(H, 4)))
case("(O+C)*(H-L)", mul(add(O, C), sub(H, L)))
case("-C+O", add(neg(C), O))
case("-(C-O)*-2", mul(neg(sub(C, O)), -2))
case("C--O", sub(C, neg(O)))
case("C-O*2>H AND NOT(V>REF(V,1)) OR C=H",
     OR(AND(gt(sub(C, mul(O, 2)), H), NOT(gt(V, REF(V, 1)))), eq(C, H)))
case("C*3-O-0.005>H+L AND NOT(V>REF(V,1)) OR C=H",
     OR(AND(gt(sub(sub(mul(C, 3), O), 0.005), add(H, L)), NOT(gt(V, REF(V, 1)))), eq(C, H)))
case("C=H OR C>O AND V<REF(V,1)", OR(eq(C, H), AND(gt(C, O), lt(V, REF(V, 1)))))
case("(C=H OR C>O) AND V<REF(V,1)", AND(OR(eq(C, H), gt(C, O)), lt(V, REF(V, 1))))
case("C=H || C>O && V<REF(V,1)", OR(eq(C, H), AND(gt(C, O), lt(V, REF(V, 1)))))
case("NOT C>O AND V>0", AND(NOT(gt(C, O)), gt(V, 0)),
     "NOT without brackets takes the comparison after it, and ends before AND")
case("NOT(C>O) OR V>REF(V,1)", OR(NOT(gt(C, O)), gt(V, REF(V, 1))))
case("NOT(NOT(C-O))", NOT(NOT(sub(C, O))))
case("C>=REF(C,1)", ge(C, REF(C, 1)))
case("C<=REF(C,1)", le(C, REF(C, 1)))
case("C<REF(C,1)", FALL)
case("C=REF(C,1)", eq(C, REF(C, 1)))
case("C<>REF(C,1)", ne(C, REF(C, 1)))
case("C!=REF(C,2)", ne(C, REF(C, 2)))
case("C>O=0", eq(gt(C, O), 0), "comparisons in a row are read from the left")
case("(C>O)+(V>REF(V,1))*2", add(gt(C, O), mul(gt(V, REF(V, 1)), 2)))
case("C-O AND ST", AND(sub(C, O), ST))
case("C-O OR ST", OR(sub(C, O), ST))
case("(C-O)/(H-L)", BODY)
case("C/ST", div(C, ST))

# What is not known
case("REF(C,3)+1", add(REF(C, 3), 1))
case("REF(C,3)*0", mul(REF(C, 3), 0))
case("-REF(C,3)", neg(REF(C, 3)))
case("REF(C,3)<>REF(C,3)", ne(REF(C, 3), REF(C, 3)))
case("NOT(REF(C,3))", NOT(REF(C, 3)))
case("REF(C,3) AND 1", AND(REF(C, 3), 1))
case("REF(C,3) OR C>O", OR(REF(C, 3), gt(C, O)))
case("IF(REF(C,3),1,2)", IF(REF(C, 3), 1, 2))
case("MAX(REF(C,3),O)", MAX(REF(C, 3), O))
case("POW(REF(C,3),0)", POW(REF(C, 3), 0))
case("(C-O)/(H-L)>=0", ge(BODY, 0))

# REF
case("REF(C,1)", REF(C, 1))
case("REF(H,0)", REF(H, 0))
case("REF(C,159)", REF(C, 159))
case("REF(C,160)", REF(C, 160))
case("REF(REF(C,2),3)", REF(C, 5))
case("REF(C>O,2)", REF(gt(C, O), 2))

# MA, WMA, SUM
case("MA(C,5)", MA(C, 5))
case("MA(C,1)", MA(C, 1))
case("MA(C,160)", MA(C, 160))
case("MA(C,161)", MA(C, 161))
case("MA(REF(C,2),4)", MA(REF(C, 2), 4))
case("MA((C-O)/(H-L),5)", MA(BODY, 5))
case("MA(C>O,10)", MA(gt(C, O), 10))
case("C>MA(C,3)", gt(C, MA(C, 3)), "the mean of equal prices is that price, not a little less")
case("WMA(C,5)", WMA(C, 5))
case("WMA(V,10)", WMA(V, 10))
case("WMA((C-O)/(H-L),3)", WMA(BODY, 3))
case("SUM(V,5)", SUM(V, 5))
case("SUM(V,0)", SUM(V, 0))
case("SUM(1,0)", SUM(1, 0))
case("SUM(V,200)", SUM(V, 200))
case("SUM(REF(AMO,2),3)", SUM(REF(AMO, 2), 3))
case("SUM((C-O)/(H-L),4)", SUM(BODY, 4))
case("SUM(REF(V,2),0)", SUM(REF(V, 2), 0),
     "a window of all bars that holds an unknown value is unknown, here for ever")
case("SUM(IF(C>REF(C,1),V,IF(C<REF(C,1),-V,0)),0)", SUM(IF(RISE, V, IF(FALL, neg(V), 0)), 0))

# EMA, SMA, DMA
case("EMA(C,12)", EMA(C, 12))
case("EMA(C,1)", EMA(C, 1))
case("EMA(C,200)", EMA(C, 200))
case("EMA(REF(C,3),5)", EMA(REF(C, 3), 5))
case("EMA((C-O)/(H-L),5)", EMA(BODY, 5))
case("EMA(EMA(C,5),5)", EMA(EMA(C, 5), 5))
case("SMA(C,5,1)", SMA(C, 5, 1))
case("SMA(V,7,3)", SMA(V, 7, 3))
case("SMA(C,4,4)", SMA(C, 4, 4))
case("SMA(REF(C,4),6,2)", SMA(REF(C, 4), 6, 2))
case("SMA((C-O)/(H-L),3,1)", SMA(BODY, 3, 1))
case("DMA(C,0.3)", DMA(C, 0.3))
case("DMA(C,TURN/100)", DMA(C, div(TURN, 100)))
case("DMA(C,ST)", DMA(C, ST))
case("DMA(REF(C,3),0.2)", DMA(REF(C, 3), 0.2))
case("DMA(C,ABS(PCT)/2)", DMA(C, div(ABS(PCT), 2)))
case("DMA(C,PCT)", DMA(C, PCT))
case("DMA(C,REF(TURN,3)/10)", DMA(C, div(REF(TURN, 3), 10)),
     "the first bar with a known value and a usable weight is the seed")

# HHV, LLV, HHVBARS, LLVBARS
case("HHV(H,10)", HHV(H, 10))
case("HHV(H,0)", HHV(H, 0))
case("HHV(H,200)", HHV(H, 200))
case("HHV(C,1)", HHV(C, 1))
case("HHV((C-O)/(H-L),5)", HHV(BODY, 5))
case("H=HHV(H,20)", eq(H, HHV(H, 20)))
case("LLV(L,10)", LLV(L, 10))
case("LLV(L,0)", LLV(L, 0))
case("LLV(L,160)", LLV(L, 160))
case("LLV(REF(L,1),5)", LLV(REF(L, 1), 5))
case("LLV((C-O)/(H-L),5)", LLV(BODY, 5))
case("HHVBARS(H,5)", HHVBARS(H, 5))
case("HHVBARS(H,0)", HHVBARS(H, 0))
case("HHVBARS(ST,8)", HHVBARS(ST, 8))
case("HHVBARS((C-O)/(H-L),5)", HHVBARS(BODY, 5))
case("HHVBARS(H,161)", HHVBARS(H, 161))
case("LLVBARS(L,5)", LLVBARS(L, 5))
case("LLVBARS(L,0)", LLVBARS(L, 0))
case("LLVBARS(ST,8)", LLVBARS(ST, 8))
case("LLVBARS(REF(C,4),3)", LLVBARS(REF(C, 4), 3))

# COUNT, EVERY, EXIST, LAST
case("COUNT(C>REF(C,1),5)", COUNT(RISE, 5))
case("COUNT(C>O,0)", COUNT(gt(C, O), 0))
case("COUNT(REF(C,3),4)", COUNT(REF(C, 3), 4))
case("COUNT(C>O,200)", COUNT(gt(C, O), 200))
case("COUNT(C>MA(C,10),10)", COUNT(gt(C, MA(C, 10)), 10))
case("COUNT((C-O)/(H-L),5)", COUNT(BODY, 5))
case("EVERY(C>=REF(C,1),3)", EVERY(ge(C, REF(C, 1)), 3))
case("EVERY(ST=0,0)", EVERY(eq(ST, 0), 0))
case("EVERY(ST,4)", EVERY(ST, 4))
case("EVERY(REF(C,3),2)", EVERY(REF(C, 3), 2))
case("EXIST(ST,5)", EXIST(ST, 5))
case("EXIST(ST,0)", EXIST(ST, 0))
case("EXIST(C=LIMITUP,10)", EXIST(eq(C, LIMITUP), 10))
case("EXIST(REF(C,3),2)", EXIST(REF(C, 3), 2))
case("EXIST(ST,161)", EXIST(ST, 161))
case("LAST(ST=0,5,2)", LAST(eq(ST, 0), 5, 2))
case("LAST(ST,3,1)", LAST(ST, 3, 1))
case("LAST(C>=REF(C,1),2,0)", LAST(ge(C, REF(C, 1)), 2, 0))
case("LAST(ST,4,4)", LAST(ST, 4, 4))

# CROSS, LONGCROSS
case("CROSS(C,10.3)", CROSS(C, 10.3))
case("CROSS(10.3,C)", CROSS(column(10.3), C))
case("CROSS(MA(C,5),MA(C,10))", CROSS(MA(C, 5), MA(C, 10)))
case("CROSS(C,REF(C,1))", CROSS(C, REF(C, 1)))
case("CROSS(ST,0)", CROSS(ST, 0))
case("CROSS(C,REF(H,2))", CROSS(C, REF(H, 2)))
case("LONGCROSS(C,MA(C,10),2)", LONGCROSS(C, MA(C, 10), 2))
case("LONGCROSS(MA(C,3),MA(C,12),4)", LONGCROSS(MA(C, 3), MA(C, 12), 4))
case("LONGCROSS(ST,0.5,1)", LONGCROSS(ST, 0.5, 1))
case("LONGCROSS(ST,0.5,9)", LONGCROSS(ST, 0.5, 9))
case("LONGCROSS(ST,0,3)", LONGCROSS(ST, 0, 3))

# BARSLAST, BARSLASTCOUNT, BARSSINCEN, VALUEWHEN, FILTER
case("BARSLAST(ST)", BARSLAST(ST))
case("BARSLAST(C>REF(C,1))", BARSLAST(RISE))
case("BARSLAST(REF(C,4))", BARSLAST(REF(C, 4)))
case("BARSLAST(C<0)", BARSLAST(lt(C, 0)))
case("BARSLAST(ST)<3", lt(BARSLAST(ST), 3))
case("BARSLASTCOUNT(ST)", BARSLASTCOUNT(ST))
case("BARSLASTCOUNT(C>=REF(C,1))", BARSLASTCOUNT(ge(C, REF(C, 1))))
case("BARSLASTCOUNT((C-O)/(H-L))", BARSLASTCOUNT(BODY))
case("BARSSINCEN(ST,6)", BARSSINCEN(ST, 6))
case("BARSSINCEN(C=LIMITUP,20)", BARSSINCEN(eq(C, LIMITUP), 20))
case("BARSSINCEN(REF(C,3),5)", BARSSINCEN(REF(C, 3), 5))
case("BARSSINCEN(ST,200)", BARSSINCEN(ST, 200))
case("VALUEWHEN(ST,C)", VALUEWHEN(ST, C))
case("VALUEWHEN(H=HHV(H,10),H)", VALUEWHEN(eq(H, HHV(H, 10)), H))
case("VALUEWHEN(C>REF(C,1),REF(V,6))", VALUEWHEN(RISE, REF(V, 6)))
case("VALUEWHEN(C>=REF(C,1),(C-O)/(H-L))", VALUEWHEN(ge(C, REF(C, 1)), BODY),
     "an unknown value at the latest event is the value, not the one before it")
case("FILTER(ST,3)", FILTER(ST, 3))
case("FILTER(C>REF(C,1),5)", FILTER(RISE, 5))
case("FILTER(ST,0)", FILTER(ST, 0))
case("FILTER(ST,1)", FILTER(ST, 1))
case("S:=ST=1; F:=FILTER(S,2); COUNT(S,5)-COUNT(F,5)",
     sub(COUNT(eq(ST, 1), 5), COUNT(FILTER(eq(ST, 1), 2), 5)))
case("FILTER(REF(C,4),2)", FILTER(REF(C, 4), 2))

# IF, MAX, MIN, ABS, SQRT, LN, POW, BETWEEN
case("IF(C>O,H,L)", IF(gt(C, O), H, L))
case("IF(C-O,1,0)", IF(sub(C, O), 1, 0))
case("IF(C>O,REF(C,5),-1)", IF(gt(C, O), REF(C, 5), -1))
case("MAX(C,O)", MAX(C, O))
case("MAX(MAX(H-L,ABS(H-REF(C,1))),ABS(L-REF(C,1)))",
     MAX(MAX(sub(H, L), ABS(sub(H, REF(C, 1)))), ABS(sub(L, REF(C, 1)))))
case("MIN(C,10)", MIN(C, 10))
case("MIN(O,REF(C,1))", MIN(O, REF(C, 1)))
case("ABS(C-O)", ABS(sub(C, O)))
case("ABS(PCT)>2", gt(ABS(PCT), 2))
case("SQRT(V)", SQRT(V))
case("SQRT(C-O)", SQRT(sub(C, O)))
case("LN(C/REF(C,1))", LN(div(C, REF(C, 1))))
case("LN(C-O)", LN(sub(C, O)))
case("POW(C,2)", POW(C, 2))
case("POW(C-O,0.5)", POW(sub(C, O), 0.5))
case("POW(C-O,-1)", POW(sub(C, O), -1))
case("POW(C-O,0)", POW(sub(C, O), 0))
case("POW(C,305)", POW(C, 305))
case("BETWEEN(C,O,H)", BETWEEN(C, O, H))
case("BETWEEN(O,H,REF(C,1))", BETWEEN(O, H, REF(C, 1)))
case("BETWEEN(REF(C,1),L,H)", BETWEEN(REF(C, 1), L, H))

# STD, AVEDEV, SLOPE
case("STD(C,10)", STD(C, 10))
case("STD(C,3)", STD(C, 3))
case("STD(C,1)", STD(C, 1))
case("STD((C-O)/(H-L),4)", STD(BODY, 4))
case("AVEDEV(C,10)", AVEDEV(C, 10))
case("AVEDEV(REF(V,2),4)", AVEDEV(REF(V, 2), 4))
case("AVEDEV((C-O)/(H-L),4)", AVEDEV(BODY, 4))
case("SLOPE(C,10)", SLOPE(C, 10))
case("SLOPE(C,2)", SLOPE(C, 2))
case("SLOPE((C-O)/(H-L),4)", SLOPE(BODY, 4))
case("SLOPE(MA(C,5),5)/C*100", mul(div(SLOPE(MA(C, 5), 5), C), 100))

# Indicators
case("MACD.DIF(12,26,9)", MACD_DIF(12, 26))
case("MACD.DEA(12,26,9)", MACD_DEA(12, 26, 9))
case("MACD.MACD(12,26,9)", MACD_MACD(12, 26, 9))
case("MACD.MACD(5,13,4)", MACD_MACD(5, 13, 4))
case("CROSS(MACD.DIF(6,13,5),MACD.DEA(6,13,5)) AND REF(C,5)",
     AND(CROSS(MACD_DIF(6, 13), MACD_DEA(6, 13, 5)), REF(C, 5)))
case("KDJ.K(9,3,3)", KDJ_K(9, 3))
case("KDJ.D(9,3,3)", KDJ_D(9, 3, 3))
case("KDJ.J(9,3,3)", KDJ_J(9, 3, 3))
case("KDJ.K(3,3,3)", KDJ_K(3, 3))
case("KDJ.J(3,2,4)", KDJ_J(3, 2, 4))
case("KDJ.J(9,3,3)<0", lt(KDJ_J(9, 3, 3), 0))
case("BOLL.MID(20,2)", BOLL_MID(20))
case("BOLL.UB(20,2)", BOLL_UB(20, 2))
case("BOLL.LB(20,2)", BOLL_LB(20, 2))
case("C>BOLL.UB(10,1.5)", gt(C, BOLL_UB(10, 1.5)))
case("RSI(6)", RSI(6))
case("RSI(14)", RSI(14))
case("CROSS(RSI(6),RSI(12))", CROSS(RSI(6), RSI(12)))
case("ATR(14)", ATR(14))
case("ATR(1)", ATR(1))
case("CCI(14)", CCI(14))
case("CCI(20)>100", gt(CCI(20), 100))
case("WR(10)", WR(10))
case("WR(3)", WR(3))

# ZTPRICE, DTPRICE
case("ZTPRICE(REF(C,1),0.1)", ZTPRICE(REF(C, 1), 0.1))
case("ZTPRICE(C,0.05)", ZTPRICE(C, 0.05))
case("ZTPRICE(C,0.2)", ZTPRICE(C, 0.2))
case("DTPRICE(REF(C,1),0.1)", DTPRICE(REF(C, 1), 0.1))
case("DTPRICE(C,0.05)", DTPRICE(C, 0.05))
case("C=ZTPRICE(REF(C,1),0.1)", eq(C, ZTPRICE(REF(C, 1), 0.1)))
case("COUNT(C=DTPRICE(REF(C,1),0.1),0)", COUNT(eq(C, DTPRICE(REF(C, 1), 0.1)), 0))

# Windows in windows, whole screens
case("MA(REF(MA(C,5),2),3)", MA(REF(MA(C, 5), 2), 3))
case("HHV(LLV(C,5),10)-LLV(HHV(C,5),10)", sub(HHV(LLV(C, 5), 10), LLV(HHV(C, 5), 10)))
case("EVERY(COUNT(C>O,5)>=2,4)", EVERY(ge(COUNT(gt(C, O), 5), 2), 4))
case("STD(EMA(REF(C,2),3),6)", STD(EMA(REF(C, 2), 3), 6))
case("BARSLAST(CROSS(MA(C,5),MA(C,20)))", BARSLAST(CROSS(MA(C, 5), MA(C, 20))))
case("LB:=V/MA(REF(V,1),5);ZF:=(C/REF(C,1)-1)*100;LB>1.2 AND ZF>1 AND C>MA(C,20);",
     AND(AND(gt(div(V, MA(REF(V, 1), 5)), 1.2),
             gt(mul(sub(div(C, REF(C, 1)), 1), 100), 1)), gt(C, MA(C, 20))))
case("DL:=V=LLV(V,30);A1:BARSLAST(DL);OK:A1<=3 AND C>VALUEWHEN(DL,H);",
     AND(le(BARSLAST(eq(V, LLV(V, 30))), 3), gt(C, VALUEWHEN(eq(V, LLV(V, 30)), H))))


# --------------------------------------------------- a few checks by hand, output


def checks():
    n = None
    assert FILTER([1, 1, 0, 1, 1, 1], 2) == [1, 0, 0, 1, 0, 0]
    assert BARSLAST([0, 1, 0, n, 1]) == [n, 0, 1, 2, 0]
    assert BARSLASTCOUNT([1, 1, n, 1]) == [1, 2, 0, 1]
    assert BARSSINCEN([0, 1, 1, 0, 0, 0], 3) == [n, n, 1, 2, 2, n]
    assert LAST([1, 1, 0, 1], 2, 1) == [n, n, 1, 0]
    assert CROSS([1, 2, 3, 2, 4], [2, 2, 2, 2, 3]) == [0, 0, 1, 0, 1]
    assert LONGCROSS([1, 1, 3, 1, 3], [2, 2, 2, 2, 2], 2) == [0, 0, 1, 0, 0]
    assert HHVBARS([3, 5, 5, 1, 2], 3) == [n, n, 0, 1, 2]
    assert HHV([1, 3, 2], 0) == [1, 3, 3] and HHV([1, n, 2, 3], 2) == [n, n, n, 3]
    assert MA([10.3, 10.3, 10.3], 3)[2] == 10.3
    assert WMA([1, 2, 4], 3)[2] == 17 / 6 and SLOPE([1, 2, 4], 3)[2] == 1.5
    assert STD([1, 3], 2)[1] == 1 and AVEDEV([1, 3], 2)[1] == 1
    assert EMA([n, 2, n, 5], 2) == [n, 2, n, 2 / 3 * 5 + (1 - 2 / 3) * 2]
    assert ZTPRICE([10.05, 1.01], 0.1) == [11.06, 1.11]
    assert DTPRICE([10.05, 10.15], 0.1) == [9.05, 9.14]
    assert len(ST_PATTERN) == BARS
    assert all(l <= min(o, c) and max(o, c) <= h for o, h, l, c in zip(O, H, L, C))
    assert len({formula for formula, _, _ in cases}) == len(cases)
    assert all(len(values) == BARS for _, values, _ in cases)


def plain(v):
    """Whole numbers without a point, no minus before 0; else every digit."""
    if v is None:
        return None
    v = v + 0
    if v == 0:
        return 0
    return int(v) if v == int(v) and abs(v) < 2**53 else v


def line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def write(path):
    out = ["{", '"bars": {']
    out.append(",\n".join(f"{line(k)}: {line([plain(v) for v in x])}" for k, x in bars.items()))
    out += ["},", '"cases": [']
    rows = []
    for formula, values, note in cases:
        row = {"formula": formula}
        if note:
            row["note"] = note
        row["values"] = [plain(v) for v in values]
        rows.append(line(row))
    out.append(",\n".join(rows))
    out += ["]", "}"]
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    checks()
    write(os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors.json"))
